import { createFakeProviders, type FakeProviders } from "./fake-providers.ts";
import { type RequestServer, serveRequests } from "./serve-requests.ts";

export type ProviderServer = Omit<FakeProviders, "handleRequest"> & RequestServer;

/** The port where the server of the browser tests expects its providers; see `scripts/e2e-server.mjs`. */
export const PROVIDER_PORT = Number(process.env["E2E_PORT"] ?? 8788) + 2;

/** Serves the fake providers over HTTP, for a server that runs with `PROVIDER_LOOPBACK`. */
export async function startProviderServer(port = PROVIDER_PORT): Promise<ProviderServer> {
  const { handleRequest, ...providers } = createFakeProviders();
  return { ...providers, ...(await serveRequests(handleRequest, port)) };
}
