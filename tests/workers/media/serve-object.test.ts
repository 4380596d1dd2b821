import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { serveObject } from "#workers/media/serve-object.ts";

const KEY = "audio/served";
const LONG_AGO = "Thu, 01 Jan 1970 00:00:00 GMT";

const serve = (headers: Record<string, string> = {}, method = "GET") =>
  serveObject(new Request("https://tutti.test", { method, headers }), { bucket: env.MEDIA, key: KEY });

async function getStatus(headers: Record<string, string>): Promise<number> {
  const response = await serve(headers);
  await response.arrayBuffer();
  return response.status;
}

describe("an R2 object as a response", () => {
  let etag = "";
  let modified = "";
  beforeAll(async () => {
    const stored = await env.MEDIA.put(KEY, "0123456789");
    if (!stored) throw new Error("not stored");
    [etag, modified] = [stored.httpEtag, stored.uploaded.toUTCString()];
  });

  it.each([
    ["bytes=0-", "0123456789", "bytes 0-9/10"],
    ["bytes=0-9", "0123456789", "bytes 0-9/10"],
    ["bytes=2-4", "234", "bytes 2-4/10"],
    ["bytes=8-99", "89", "bytes 8-9/10"],
    ["bytes=-3", "789", "bytes 7-9/10"],
    ["bytes=-99", "0123456789", "bytes 0-9/10"],
  ])("is sent with 206 for the range %s", async (range, body, contentRange) => {
    const response = await serve({ Range: range });
    expect([response.status, await response.text()]).toEqual([206, body]);
    expect(response.headers.get("Content-Range")).toBe(contentRange);
    expect(response.headers.get("Content-Length")).toBe(String(body.length));
  });

  it.each(["bytes=10-", "bytes=10-12", "bytes=11-", "bytes=-0"])("is refused with 416 for the range %s", async (range) => {
    const response = await serve({ Range: range });
    expect([response.status, response.headers.get("Content-Range")]).toEqual([416, "bytes */10"]);
  });

  it.each(["bytes=5-2", "bytes=0-1,5-6", "items=0-1", "bytes=-", "bytes=a-b"])(
    "is sent in full for the ignored range %s",
    async (range) => {
      const response = await serve({ Range: range });
      expect([response.status, await response.text()]).toEqual([200, "0123456789"]);
    },
  );

  it("has the full size for HEAD", async () => {
    const response = await serve({ Range: "bytes=0-1" }, "HEAD");
    expect([response.status, response.headers.get("Content-Length")]).toEqual([200, "10"]);
    await response.arrayBuffer();
  });

  it("is sent only if the conditions are met, which are evaluated in their order", async () => {
    expect(await getStatus({ "If-Match": etag, "If-Unmodified-Since": LONG_AGO })).toBe(200);
    expect(await getStatus({ "If-Match": "*" })).toBe(200);
    expect(await getStatus({ "If-Match": `W/${etag}` })).toBe(412);
    expect(await getStatus({ "If-Unmodified-Since": modified })).toBe(200);
    expect(await getStatus({ "If-Unmodified-Since": LONG_AGO })).toBe(412);
    expect(await getStatus({ "If-None-Match": "*" })).toBe(304);
    expect(await getStatus({ "If-None-Match": `"a", W/${etag}` })).toBe(304);
    expect(await getStatus({ "If-None-Match": '"other"', "If-Modified-Since": modified })).toBe(200);
    expect(await getStatus({ "If-Modified-Since": modified })).toBe(304);
    expect(await getStatus({ Range: "bytes=99-", "If-None-Match": etag })).toBe(304);
  });

  it("ignores conditions that cannot be parsed", async () => {
    expect(await getStatus({ "If-None-Match": "W/unquoted, garbage" })).toBe(200);
    expect(await getStatus({ "If-Modified-Since": "yesterday", "If-Unmodified-Since": "" })).toBe(200);
    expect(await getStatus({ "If-Match": "garbage" })).toBe(412);
  });

  it("is sent in part only of the version in If-Range", async () => {
    const range = { Range: "bytes=0-1" };
    expect(await getStatus({ ...range, "If-Range": etag })).toBe(206);
    expect(await getStatus({ ...range, "If-Range": modified })).toBe(206);
    expect(await getStatus({ ...range, "If-Range": '"other"' })).toBe(200);
    expect(await getStatus({ ...range, "If-Range": LONG_AGO })).toBe(200);
  });

  it("is not found without the object", async () => {
    const respond = (headers: Record<string, string>) =>
      serveObject(new Request("https://tutti.test", { headers }), { bucket: env.MEDIA, key: "audio/missing" });
    for (const headers of [{}, { Range: "bytes=0-1" }, { "If-None-Match": etag }, { Range: "bytes=0-1", "If-Range": etag }]) {
      expect((await respond(headers as Record<string, string>)).status).toBe(404);
    }
  });
});
