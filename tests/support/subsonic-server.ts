import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createFakeSubsonic, type FakeSubsonic } from "./fake-subsonic.ts";
import type { FakeLibrary } from "./subsonic-library.ts";

export type SubsonicServer = Omit<FakeSubsonic, "handleRequest"> & {
  /** Without a path; any path works, such as `${origin}/subsonic`. */
  readonly origin: string;
  close(): Promise<void>;
};

/** Serves a fake Subsonic server at a free port of this machine. */
export async function startSubsonicServer(library?: FakeLibrary): Promise<SubsonicServer> {
  const { handleRequest, ...subsonic } = createFakeSubsonic(library);
  const server = createServer((incoming, outgoing) => {
    // also the way in which a response breaks off
    respond(handleRequest, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // `address()` is a string only for pipes
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...subsonic,
    origin,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(
  handleRequest: FakeSubsonic["handleRequest"],
  { method = "GET", url = "/" }: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await handleRequest(new Request(new URL(url, "http://127.0.0.1"), { method }));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // clients wait for the headers, and not for the first bytes of the body
  outgoing.flushHeaders();
  if (!response.body) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body as import("node:stream/web").ReadableStream), outgoing);
}
