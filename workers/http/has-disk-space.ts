import { HTTP_STATUS } from "./status.ts";

/** Whether large files are accepted. A self-hosted server refuses them while its disk is nearly full, so that the rest works. */
export async function hasDiskSpace({ DISK }: Pick<Env, "DISK">): Promise<boolean> {
  if (!DISK) return true;
  const { status } = await DISK.fetch("http://disk/");
  return status !== HTTP_STATUS["disk-full"];
}
