import { env } from "cloudflare:test";
import { createHash } from "node:crypto";
import { inject } from "vitest";
import type { RoomId, UploadId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import { wavFile } from "#scripts/sound.mjs";
import { type Client, newClient, newMember, ORIGIN } from "./client.ts";

export async function newRoom() {
  const owner = await newMember();
  const { id } = await owner.call("rooms.create", { name: "Uploads" });
  return { owner, id };
}

/** Everything that a file may leave behind. */
export async function leftovers() {
  const rows = async (table: string) => (await env.DB.prepare(`SELECT * FROM ${table}`).all()).results.length;
  const stored = await env.MEDIA.list();
  return {
    uploads: await rows("uploads"),
    parts: await rows("upload_parts"),
    tracks: await rows("tracks"),
    objects: stored.objects.map(({ key }) => key.split("/")[0]).sort(),
  };
}

export const entriesOf = async (id: RoomId) => (await newClient().call("rooms.getState", { id })).state.playlist;

/** A file of `tests/fixtures/audio`. */
export function audioFile(name: string): Uint8Array {
  const base64 = inject("audioFiles")[name];
  if (base64 === undefined) throw new Error(`no fixture ${name}`);
  return new Uint8Array(Buffer.from(base64, "base64"));
}

export function putPart(client: Client, uploadId: string, number: number | string, body: Uint8Array): Promise<Response> {
  const headers = { Origin: ORIGIN, "Content-Length": String(body.byteLength) };
  return client.fetch(`/api/uploads/${uploadId}/parts/${number}`, { method: "PUT", headers, body });
}

/** A second of noise that nobody has sent before: the same bytes are stored once. */
export function newSound(): Uint8Array {
  return wavFile([Float32Array.from({ length: 8000 }, () => Math.random() - 0.5)], 8000);
}

export function hashOf(file: Uint8Array): string {
  return createHash("sha256").update(file).digest("hex");
}

/** Announces a file, of which nothing is sent yet. */
export async function announceFile(
  client: Client,
  { roomId, fileName, sizeBytes }: { roomId: string; fileName: string; sizeBytes: number },
): Promise<UploadId> {
  const { uploadIds } = await client.call("uploads.announce", { roomId, files: [{ fileName, sizeBytes }] });
  const [uploadId] = uploadIds;
  if (!uploadId) throw new Error("nothing was announced");
  return uploadId;
}

/** Announces a file and begins it. */
export async function beginFile(
  client: Client,
  { roomId, fileName, file }: { roomId: string; fileName: string; file: Uint8Array },
): Promise<UploadId> {
  const uploadId = await announceFile(client, { roomId, fileName, sizeBytes: file.byteLength });
  await client.call("uploads.begin", { uploadId, sha256: hashOf(file) });
  return uploadId;
}

/** Announces a file and sends all its parts. */
export async function sendFile(
  client: Client,
  { roomId, fileName, file }: { roomId: string; fileName: string; file: Uint8Array },
): Promise<UploadId> {
  const uploadId = await beginFile(client, { roomId, fileName, file });
  for (const { number, startByte, endByte } of planParts(file.byteLength)) {
    const answer = await putPart(client, uploadId, number, file.slice(startByte, endByte));
    if (!answer.ok) throw new Error(await answer.text());
  }
  return uploadId;
}
