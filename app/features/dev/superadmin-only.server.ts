import type { AppLoadContext } from "@remix-run/cloudflare";

/** To everybody but superadmins, developer pages do not exist. Decided by the server's session alone. */
export async function superadminOnly(context: AppLoadContext): Promise<null> {
  const user = await context.user();
  if (user?.type !== "superadmin") throw new Response("Not Found", { status: 404 });
  return null;
}
