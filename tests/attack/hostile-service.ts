import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

const SONGS = 20_000;
const TRICKLE_MS = 200;

/** A server of the attacker from which it imports: endless and slow files, loops, and lists that are far too long. */
export async function startHostileService(): Promise<{ readonly origin: string; close(): void }> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://x");
    if (pathname.startsWith("/endless")) return sendEndlessly(response);
    if (pathname.startsWith("/slow")) return sendSlowly(response);
    if (pathname.startsWith("/loop")) return void response.writeHead(302, { Location: `/loop${Date.now()}` }).end();
    if (pathname.includes("/rest/"))
      return void response.writeHead(200, { "Content-Type": "application/json" }).end(answerOf(pathname));
    response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const OPEN_SUBSONIC = { status: "ok", version: "1.16.1", type: "hostile", serverVersion: "1", openSubsonic: true };

function answerOf(pathname: string): string {
  const songs = Array.from({ length: SONGS }, (_, id) => ({
    id: `s${id}`,
    title: "x",
    artist: "y",
    duration: 1,
    isDir: false,
  }));
  const playlists = Array.from({ length: SONGS }, (_, id) => ({ id: `p${id}`, name: "x", songCount: 1 }));
  const lists = pathname.includes("search")
    ? { searchResult3: { song: songs, album: [], artist: [] } }
    : { playlists: { playlist: playlists }, starred2: { song: songs }, albumList2: { album: [] } };
  return JSON.stringify({ "subsonic-response": { ...OPEN_SUBSONIC, ...(pathname.includes("ping") ? {} : lists) } });
}

function sendEndlessly(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "audio/mpeg" });
  const chunk = Buffer.alloc(64 * 1024, 255);
  const timer = setInterval(() => response.write(chunk), 20);
  response.on("close", () => clearInterval(timer));
}

function sendSlowly(response: ServerResponse): void {
  response.writeHead(200, { "Content-Type": "audio/mpeg", "Content-Length": "8000000" });
  const timer = setInterval(() => response.write("x"), TRICKLE_MS);
  response.on("close", () => clearInterval(timer));
}
