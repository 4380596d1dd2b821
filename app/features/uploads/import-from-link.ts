import type { RoomId } from "#app/domain/ids.ts";
import { type ImportOptions, type ImportOutcome, streamImport } from "#app/server-client/import-stream.ts";

/** Has the server download the file at a link and add it to a room. Fails with `upload-cancelled` when the signal aborts. */
export function importFromLink(
  roomId: RoomId,
  { link, ...options }: ImportOptions & { readonly link: string },
): Promise<ImportOutcome> {
  return streamImport(`/api/rooms/${roomId}/links`, { roomId, body: { link }, ...options });
}
