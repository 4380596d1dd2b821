import { describe, expect, it, vi } from "vitest";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { uploadTrack } from "#tests/workers/tracks/track-fixtures.ts";

const JSON_HEADERS = { "Content-Type": "application/json", Origin: ORIGIN, Host: new URL(ORIGIN).host };
const CALLS = ["/api/query", "/api/mutation", "/api/function", "/api/query_at_ts", "/api/auth/login", "/api/auth/register"];

/** Runs requests, and returns what was logged as an error meanwhile. */
async function withErrorLog<T>(run: () => Promise<T>) {
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  try {
    return { value: await run(), errors: log.mock.calls.map(([line]) => String(line)) };
  } finally {
    log.mockRestore();
  }
}

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`;
const BODIES = {
  empty: "",
  "a number": "7",
  null: "null",
  "a list": "[]",
  "lists that never end": "[".repeat(100_000),
  "objects 5,000 deep": `{"path":"rooms.get","args":${nested(5000)}}`,
  "50,000 properties": `{"path":"rooms.get","args":{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join(",")}}}`,
  "the prototype's name": '{"path":"rooms.get","args":{"__proto__":{"isAdmin":true},"constructor":1,"id":"x"}}',
  "a function named like a method": '{"path":"constructor","args":{}}',
  "more than a mebibyte": `"${"x".repeat(1_100_000)}"`,
  "an encoded bigint in place of an id":
    '{"path":"rooms.get","format":"convex_encoded_json","args":[{"id":{"$integer":"AAAAAAAAAIA="}}]}',
} as const;

describe("requests that no page makes", () => {
  it.each(Object.entries(BODIES))("a body with %s is refused and logs no error", async (_, body) => {
    const client = createClient();
    const { value, errors } = await withErrorLog(() =>
      Promise.all(
        CALLS.map(async (path) => (await client.fetch(path, { method: "POST", headers: JSON_HEADERS, body })).status),
      ),
    );
    for (const status of value) expect([400, 401, 403, 404, 422, 429, 560]).toContain(status);
    expect(errors).toEqual([]);
    expect({} as { isAdmin?: boolean }).not.toHaveProperty("isAdmin");
  });

  it.each([...CALLS, "/api/covers"])("a body that breaks off logs no error: %s", async (path) => {
    const owner = await registerUser();
    const body = new ReadableStream({
      pull(controller) {
        controller.error(new Error("Network connection lost."));
      },
    });
    const init = { method: "POST", headers: JSON_HEADERS, body, duplex: "half" } as RequestInit;
    const { value, errors } = await withErrorLog(async () => (await owner.fetch(path, init)).status);
    expect(value).toBeLessThan(500);
    expect(errors).toEqual([]);
  });

  it.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])("a page refuses %s and logs no error", async (method) => {
    const client = createClient();
    const { value, errors } = await withErrorLog(() =>
      Promise.all(
        ["/", "/help", "/room/x", "/nothing"].map(
          async (path) => (await client.fetch(path, { method, headers: JSON_HEADERS })).status,
        ),
      ),
    );
    for (const status of value) expect(status).toBeLessThan(500);
    expect(errors).toEqual([]);
  });

  it.each([
    { "Accept-Language": "ru;q=0.5,".repeat(1000) },
    { Cookie: "a=b; ".repeat(1500) },
    { Cookie: `tutti_session=${"x".repeat(8000)}` },
    { Authorization: `Bearer ${"x".repeat(8000)}` },
    { "User-Agent": "x".repeat(8000) },
    { "If-None-Match": '"x",'.repeat(2000) },
    { "CF-Connecting-IP": ":".repeat(2000) },
  ])("odd headers are ignored", async (headers) => {
    const client = createClient();
    const { value, errors } = await withErrorLog(async () => [
      (await client.fetch("/api/health", { headers })).status,
      (await client.fetch("/api/_auth/session", { headers })).status,
    ]);
    expect(value).toEqual([200, 200]);
    expect(errors).toEqual([]);
  });

  it.each([
    "bytes=0-0",
    "bytes=-1",
    "bytes=-0",
    "bytes=9-3,0-5",
    "bytes=99999999999999999999-",
    "bytes=0-99999999999999999999",
    `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-${i + 1}`).join(",")}`,
    "lines=1-2",
    "bytes=a-b",
  ])("the range %.30s of a file is answered with at most the file", async (Range) => {
    const { owner, id } = await createRoom();
    const trackId = await uploadTrack(owner, id);
    const whole = (await (await owner.fetch(`/media/own/${trackId}`)).arrayBuffer()).byteLength;
    const { value, errors } = await withErrorLog(async () => {
      const response = await owner.fetch(`/media/own/${trackId}`, { headers: { Range } });
      return { status: response.status, bytes: (await response.arrayBuffer()).byteLength };
    });
    expect([200, 206, 416]).toContain(value.status);
    expect(value.bytes).toBeLessThanOrEqual(whole);
    expect(errors).toEqual([]);
  });

  it.each([
    "/%00",
    "/%ff%fe",
    "/api/%2e%2e/health",
    `/${"a/".repeat(3000)}`,
    `/?${"q=1&".repeat(3000)}`,
    "/media/audio/%00",
    "/api/uploads/%00/parts/1",
  ])("the path %.30s is answered without an error", async (path) => {
    const { value, errors } = await withErrorLog(async () => (await createClient().fetch(path)).status);
    expect(value).toBeLessThan(500);
    expect(errors).toEqual([]);
  });
});
