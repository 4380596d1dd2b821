import { createHash } from "node:crypto";
import type { RoomId, TrackId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { NoAnswerError, type SoakClient } from "./soak-client.ts";

type SoakFile = { readonly roomId: RoomId; readonly title: string; readonly bytes: Uint8Array };

/** Uploads a WAV file to a room. Returns the id of its track, which its entry has too; null if the room has refused it. */
export async function uploadFile(client: SoakClient, { roomId, title, bytes }: SoakFile): Promise<TrackId | null> {
  const files = [{ fileName: `${title}.wav`, sizeBytes: bytes.length }];
  const { uploadIds } = await client.call("mutation", "uploads.announce", { roomId, files });
  const [uploadId] = uploadIds;
  if (!uploadId) return null;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await client.untilAnswered(() => client.call("mutation", "uploads.begin", { uploadId, sha256 }));
  for (const { number, startByte, endByte } of planParts(bytes.length)) {
    await client.untilAnswered(async () => {
      const body = bytes.subarray(startByte, endByte);
      const response = await client.fetch(`/api/uploads/${uploadId}/parts/${number}`, { method: "PUT", body });
      if (!response.ok) throw new NoAnswerError(`part: ${response.status}`);
    });
  }
  const complete = { uploadId, hue: null, analysis: null };
  const { trackId } = await client.untilAnswered(() => client.call("mutation", "uploads.complete", complete));
  return trackId;
}
