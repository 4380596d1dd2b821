import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createFakeProviders, type FakeProviders } from "./fake-providers.ts";

export type ProviderServer = Omit<FakeProviders, "handleRequest"> & {
  readonly origin: string;
  close(): Promise<void>;
};

/** The port where the server of the browser tests expects its providers; see `scripts/e2e-server.mjs`. */
export const PROVIDER_PORT = Number(process.env["E2E_PORT"] ?? 8788) + 2;

/** Serves the fake providers over HTTP, for a server that runs with `PROVIDER_LOOPBACK`. */
export async function startProviderServer(port = PROVIDER_PORT): Promise<ProviderServer> {
  const { handleRequest, ...providers } = createFakeProviders();
  const server = createServer((incoming, outgoing) => {
    respond(handleRequest, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // `address()` is a string only for pipes.
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    ...providers,
    origin,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function respond(
  handleRequest: FakeProviders["handleRequest"],
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
  outgoing.end(Buffer.from(await response.arrayBuffer()));
}
