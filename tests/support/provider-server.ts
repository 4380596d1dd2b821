import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type FakeProviders, fakeProviders } from "./fake-providers.ts";

export type ProviderServer = Omit<FakeProviders, "answer"> & {
  readonly origin: string;
  close(): Promise<void>;
};

/** The port at which the product of the browser tests looks for its providers (`scripts/e2e-server.mjs`). */
export const PROVIDER_PORT = Number(process.env["E2E_PORT"] ?? 8788) + 2;

/** Google, GitHub and Spotify on this machine, for a product that runs with `PROVIDER_LOOPBACK`. */
export async function startProviderServer(port = PROVIDER_PORT): Promise<ProviderServer> {
  const { answer, ...providers } = fakeProviders();
  const server = createServer((incoming, outgoing) => {
    relay(answer, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  // `address()` is that of a pipe only where one is listened on
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

async function relay(answer: FakeProviders["answer"], incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)]);
  const { method = "GET", url = "/" } = incoming;
  const body = chunks.length > 0 ? Buffer.concat(chunks) : null;
  const answered = await answer(new Request(new URL(url, "http://127.0.0.1"), { method, headers, body, signal: gone.signal }));
  outgoing.writeHead(answered.status, Object.fromEntries(answered.headers));
  outgoing.end(Buffer.from(await answered.arrayBuffer()));
}
