import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type RequestServer = { readonly origin: string; close(): Promise<void> };

/** Serves a function from requests to responses over HTTP on this machine. Port 0 is any free port. */
export async function serveRequests(handle: (request: Request) => Promise<Response>, port = 0): Promise<RequestServer> {
  const server = createServer((incoming, outgoing) => {
    // also the way in which a response breaks off
    respond(handle, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    // `address()` is a string only for pipes
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(
  handle: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const closed = new AbortController();
  outgoing.on("close", () => closed.abort());
  const response = await handle(await toRequest(incoming, closed.signal));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // clients wait for the headers, and not for the first bytes of the body
  outgoing.flushHeaders();
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) await send(outgoing, part.value);
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage, signal: AbortSignal): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const { method = "GET", url = "/" } = incoming;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  return new Request(new URL(url, `http://${incoming.headers.host ?? "127.0.0.1"}`), { method, headers, body, signal });
}

/** Waits until the bytes are sent, so that a connection that breaks afterwards does not lose them. */
function send(outgoing: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    outgoing.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}
