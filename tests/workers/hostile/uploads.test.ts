import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { announceUpload, createNoise, createRoom, hashFile, putPart } from "#tests/workers/support/upload.ts";

const countObjects = async () => (await env.MEDIA.list()).objects.length;
const files = (count: number, sizeBytes: number) =>
  Array.from({ length: count }, (_, i) => ({ fileName: `${i}.wav`, sizeBytes }));

/** An upload that has begun, of which nothing is sent. */
async function beginUpload() {
  const { owner, id } = await createRoom();
  const file = createNoise();
  const uploadId = await announceUpload(owner, { roomId: id, fileName: "noise.wav", sizeBytes: file.length });
  await owner.call("uploads.begin", { uploadId, sha256: hashFile(file) });
  return { owner, id, file, uploadId };
}

describe("hostile uploads", () => {
  it.each(["0", "-1", "2", "1.5", "1e9", "NaN", "Infinity", "%00", "1x", ""])("part %s stores nothing", async (number) => {
    const { owner, uploadId, file } = await beginUpload();
    const before = await countObjects();
    expect((await putPart(owner, uploadId, number, file)).status).toBeGreaterThanOrEqual(400);
    expect(await countObjects()).toBe(before);
  });

  it.each([0, 1, -1, 100_000])("a part that is %i bytes off is refused", async (off) => {
    const { owner, uploadId, file } = await beginUpload();
    const body = new Uint8Array(Math.max(0, off === 0 ? 0 : file.length + off));
    expect((await putPart(owner, uploadId, 1, body)).status).toBeGreaterThanOrEqual(400);
    expect(await owner.refusal("uploads.complete", { uploadId, hue: null, analysis: null })).not.toBe("560");
  });

  it("a part of another person's upload is not found", async () => {
    const { uploadId, file } = await beginUpload();
    for (const client of [await registerUser(), createClient()]) {
      expect((await putPart(client, uploadId, 1, file)).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("a person has at most 2,000 unfinished uploads, however they are announced", async () => {
    const { owner, id } = await createRoom();
    const announce = () => owner.refusal("uploads.announce", { roomId: id, files: files(uploadLimits.uploadsPerCall, 1) });
    const calls = uploadLimits.uploadsOpenPerPerson / uploadLimits.uploadsPerCall + 2;
    const refusals = await Promise.all(Array.from({ length: calls }, announce));
    const { results } = await env.DB.prepare("SELECT count(*) AS n FROM uploads").all<{ n: number }>();
    expect(refusals.filter((code) => code !== undefined).length).toBeGreaterThanOrEqual(2);
    expect(results[0]?.n).toBeLessThanOrEqual(uploadLimits.uploadsOpenPerPerson + 100);
  });

  it.each([0, -1, 1.5, uploadLimits.audioBytes + 1, Number.MAX_SAFE_INTEGER, 1e300])(
    "a file of %d bytes is refused",
    async (sizeBytes) => {
      const { owner, id } = await createRoom();
      expect(await owner.refusal("uploads.announce", { roomId: id, files: files(1, sizeBytes) })).toBeDefined();
    },
  );

  it.each([0, 1, 1024 * 1024, 1024 * 1024 + 1])(
    "a cover of %i bytes that is no picture is refused and not stored",
    async (size) => {
      const { owner, uploadId } = await beginUpload();
      const before = await countObjects();
      const headers = { Origin: ORIGIN, "Content-Type": "image/webp" };
      const body = new Uint8Array(size).fill(255);
      for (const [method, path] of [
        ["PUT", `/api/uploads/${uploadId}/cover`],
        ["POST", "/api/covers"],
      ] as const) {
        const { status } = await owner.fetch(path, { method, headers, body });
        expect(status).toBeGreaterThanOrEqual(400);
        expect(status).toBeLessThan(500);
      }
      expect(await countObjects()).toBe(before);
    },
  );
});
