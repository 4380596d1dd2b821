import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { inject } from "vitest";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { type Client, createClient, registerUser } from "./client.ts";
import { ORIGIN } from "./origin.ts";

type File = { readonly roomId: string; readonly fileName: string; readonly file: Uint8Array };

/** A new user's empty room, to upload to. */
export async function createRoom() {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Uploads" });
  return { owner, id };
}

/** Everything that an upload may leave behind: the number of rows, and the kinds of the objects in R2. */
export async function readStoredData() {
  const countRows = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results.length;
  const stored = await env.MEDIA.list();
  return {
    uploads: await countRows("uploads"),
    parts: await countRows("upload_parts"),
    tracks: await countRows("tracks"),
    objects: stored.objects.map(({ key }) => key.split("/")[0]).sort(),
  };
}

export const readPlaylist = async (id: RoomId) => (await createClient().call("rooms.getState", { id })).state.playlist;

/** A file of `tests/fixtures/audio`. */
export function audioFixture(name: string): Uint8Array {
  const base64 = inject("audioFiles")[name];
  if (base64 === undefined) throw new Error(`no fixture ${name}`);
  return new Uint8Array(Buffer.from(base64, "base64"));
}

export function putPart(client: Client, uploadId: string, number: number | string, body: Uint8Array): Promise<Response> {
  const headers = { Origin: ORIGIN, "Content-Length": String(body.byteLength) };
  return client.fetch(`/api/uploads/${uploadId}/parts/${number}`, { method: "PUT", headers, body });
}

/** A WAV file with a second of noise, different each time: the same bytes would be stored only once. */
export function createNoise(): Uint8Array {
  return encodeWav([Float32Array.from({ length: 8000 }, () => Math.random() - 0.5)], 8000);
}

/** SHA-256, in hex. */
export function hashFile(file: Uint8Array): string {
  return createHash("sha256").update(file).digest("hex");
}

/** Announces a file, of which nothing is sent yet. */
export async function announceUpload(
  client: Client,
  { roomId, fileName, sizeBytes }: Omit<File, "file"> & { readonly sizeBytes: number },
): Promise<UploadId> {
  const { uploadIds } = await client.call("uploads.announce", { roomId, files: [{ fileName, sizeBytes }] });
  const [uploadId] = uploadIds;
  if (!uploadId) throw new Error("no upload was announced");
  return uploadId;
}

/** Announces a file and begins its upload, so that its parts can be sent. */
export async function beginUpload(client: Client, { roomId, fileName, file }: File): Promise<UploadId> {
  const uploadId = await announceUpload(client, { roomId, fileName, sizeBytes: file.byteLength });
  await client.call("uploads.begin", { uploadId, sha256: hashFile(file) });
  return uploadId;
}

/** Uploads all parts of a file. The upload is not completed yet. */
export async function uploadFile(client: Client, { roomId, fileName, file }: File): Promise<UploadId> {
  const uploadId = await beginUpload(client, { roomId, fileName, file });
  for (const { number, startByte, endByte } of planParts(file.byteLength)) {
    const response = await putPart(client, uploadId, number, file.slice(startByte, endByte));
    if (!response.ok) throw new Error(await response.text());
  }
  return uploadId;
}
