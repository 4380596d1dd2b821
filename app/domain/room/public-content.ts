import type { RoomInfo } from "./room.ts";

/** Whether a room reveals its content to everyone: it is listed, and has no password. */
export function hasPublicContent({ visibility, hasPassword }: Pick<RoomInfo, "visibility" | "hasPassword">): boolean {
  return visibility === "public" && !hasPassword;
}
