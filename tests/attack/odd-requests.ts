import { connect } from "node:net";
import type { Arena } from "./arena.ts";
import type { AttackClient } from "./attack-client.ts";
import { pick } from "./generate-args.ts";

type OddRequest = {
  readonly client: AttackClient;
  readonly arena: Arena;
  readonly honestRoomId: string;
  readonly random: () => number;
};

const PATHS = [
  "/",
  "/room/x",
  "/help",
  "/settings",
  "/auth",
  "/invite/x",
  "/share",
  "/dev",
  "/offline",
  "/api/health",
  "/api/_auth/session",
  "/api/account/export",
  "/api/ably/token",
  "/metrics",
  "/healthz",
  "/media/audio/x",
  "/media/avatar/x",
  "/media/picture/x",
  "/media/library-cover/x",
  "/media/own/x",
  "/media/wave/x",
  "/api/imports/cover?service=subsonic&cover=x",
  "/auth/google",
  "/reset-password?token=x",
  "/assets/x.js",
  "/..%2f..%2fetc/passwd",
  "//evil.example/api/health",
  "/%00",
  "/%ff%fe",
  `/${"a/".repeat(2000)}`,
  `/?${"q=1&".repeat(2000)}`,
  `/room/${"%D0%B0".repeat(500)}`,
];
const METHODS = ["GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS"];
const HEADERS: readonly Record<string, string>[] = [
  { Range: "bytes=0-0" },
  { Range: "bytes=-1" },
  { Range: "bytes=9-3,0-5" },
  { Range: `bytes=${Array.from({ length: 500 }, (_, i) => `${i}-${i + 1}`).join(",")}` },
  { Range: "bytes=99999999999999999999-" },
  { "If-None-Match": '"x"'.repeat(500) },
  { "Accept-Language": "ru;q=0.5,".repeat(800) },
  { Cookie: "a=b; ".repeat(1000) },
  { Cookie: `tutti_session=${"x".repeat(4000)}` },
  { Authorization: `Bearer ${"x".repeat(4000)}` },
  { "Content-Type": "text/plain" },
  { "Content-Encoding": "gzip" },
  { "X-Forwarded-For": "1.2.3.4" },
  { "CF-Connecting-IP": "not an address" },
  { Origin: "null" },
  { "User-Agent": "x".repeat(5000) },
];
const BODIES: readonly (() => string)[] = [
  () => "",
  () => "{}",
  () => "[".repeat(100_000),
  () => `{"path":"rooms.get","args":${'{"a":'.repeat(5000)}1${"}".repeat(5000)}}`,
  () => JSON.stringify({ path: "x".repeat(200), args: {} }),
  () => JSON.stringify({ path: "rooms.get", format: "convex_encoded_json", args: [{ id: { $integer: "AAAAAAAAAIA=" } }] }),
  () => `{"path":"rooms.get","args":{${Array.from({ length: 50_000 }, (_, i) => `"k${i}":0`).join(",")}}}`,
  () => `"${"x".repeat(1_048_574)}"`,
  () => `"${"x".repeat(1_200_000)}"`,
  () => "\u0000\ufeff",
];

/** Requests that no page of the product makes. */
export const ODD_REQUESTS: readonly ((request: OddRequest) => Promise<void>)[] = [
  async ({ client, random }) => {
    const method = pick(METHODS, random);
    const hasBody = !["GET", "HEAD"].includes(method);
    const [path, headers] = [pick(PATHS, random), pick(HEADERS, random)];
    await client.fetch(`${method} ${path.slice(0, 40)}`, path, {
      method,
      headers,
      ...(hasBody && { body: pick(BODIES, random)() }),
    });
  },
  async ({ client, random }) => {
    const kind = pick(
      ["query", "mutation", "action", "function", "query_ts", "query_at_ts", "auth/login", "auth/register"],
      random,
    );
    await client.fetch(`odd body for ${kind}`, `/api/${kind}`, { method: "POST", body: pick(BODIES, random)() });
  },
  async ({ client, arena, random }) => {
    const id = arena.deps.pool.pick("upload") ?? "x";
    const number = pick(["0", "1", "2", "-1", "1e9", "NaN", "%00"], random);
    const body = new Uint8Array(Math.floor(random() * 100_000));
    await client.fetch("odd part", `/api/uploads/${id}/parts/${number}`, { method: "PUT", body: new Blob([body]) });
  },
  async ({ client, arena, random }) => {
    const id = arena.deps.pool.pick("upload") ?? "x";
    const path = pick([`/api/uploads/${id}/cover`, "/api/covers"], random);
    const body = new Uint8Array(Math.floor(random() * 300_000)).fill(255);
    await client.fetch("odd cover", path, { method: path.endsWith("cover") ? "PUT" : "POST", body: new Blob([body]) });
  },
  async ({ client, arena, random }) => {
    const link = pick(
      ["http://127.0.0.1:1/x", "http://[::1]/", "file:///etc/passwd", `http://x/${"a".repeat(9000)}`, "x"],
      random,
    );
    await client.fetch("link", `/api/rooms/${arena.roomId}/links`, { method: "POST", body: JSON.stringify({ link }) });
  },
  async ({ client, honestRoomId, random }) => {
    const path = pick(["audio", "cover", "wave", "map"], random);
    await client.fetch("media of the honest room", `/media/${path}/${honestRoomId}`, { headers: pick(HEADERS, random) });
  },
  async (request) => sendSlowly(request, "GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: "),
  async (request) =>
    sendSlowly(
      request,
      "POST /api/query HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{",
    ),
  async (request) =>
    sendSlowly(request, "PUT /api/uploads/x/parts/1 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nabc"),
  async (request) => sendSlowly(request, `GET ${"/".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`),
  async (request) => sendSlowly(request, "\u0000\u0000\u0000\r\n\r\n"),
];

/** Begins a request, goes on a byte at a time, and never reads. */
async function sendSlowly({ arena, random }: OddRequest, text: string): Promise<void> {
  const { hostname, port } = new URL(arena.deps.origin);
  arena.deps.journal.note(`half a request ${JSON.stringify(text.slice(0, 30))}`);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  socket.write(text);
  socket.pause();
  const timer = setInterval(() => socket.write("x"), 500);
  setTimeout(() => {
    clearInterval(timer);
    socket.destroy();
  }, 5000 * random());
}
