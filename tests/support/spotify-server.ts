import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeSpotify, type FakeSpotify } from "./fake-spotify.ts";

export type SpotifyServer = Omit<FakeSpotify, "handleRequest"> & { readonly origin: string; close(): Promise<void> };

/** Serves the fake Spotify on a free port. */
export async function startSpotifyServer(): Promise<SpotifyServer> {
  const { handleRequest, ...spotify } = createFakeSpotify();
  const server = createServer((incoming, outgoing) => {
    respond(handleRequest, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    ...spotify,
    // `address()` is a string only for pipes
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Sends each part of the response as soon as there is one. */
async function respond(
  handleRequest: FakeSpotify["handleRequest"],
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const closed = new AbortController();
  outgoing.on("close", () => closed.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const { method = "GET", url = "/" } = incoming;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const request = new Request(new URL(url, "http://127.0.0.1"), { method, headers, body, signal: closed.signal });
  const response = await handleRequest(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) outgoing.write(part.value);
  outgoing.end();
}
