import type { Readable } from "node:stream";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bindPrivateNetwork, createOutboundNetwork } from "#scripts/outbound-networks.mjs";
import { type RequestServer, serveRequests } from "#tests/support/serve-requests.ts";
import { waitFor } from "#tests/support/wait.ts";

/** Requests the address in its path through the network that its host names. */
const WORKER = `export default {
  async fetch(request, { PRIVATE_NETWORK }) {
    const { hostname, pathname } = new URL(request.url);
    const network = hostname === "private" ? PRIVATE_NETWORK : { fetch: (...sent) => fetch(...sent) };
    if (!network) return new Response("no network");
    const address = decodeURIComponent(pathname.slice(1));
    const sending = network.fetch(address, { signal: AbortSignal.timeout(5000) }).then((response) => response.text());
    return sending.then((text) => new Response(text), () => new Response("failed"));
  },
};`;

/** The runtime with the networks of `npm start`. */
async function startRuntime(vars: Readonly<Record<string, string>>, ownAddresses?: readonly string[]) {
  let output = "";
  const miniflare = new Miniflare({
    ...{ modules: true, script: WORKER, compatibilityDate: "2026-01-01" },
    outboundService: createOutboundNetwork(vars),
    serviceBindings: await bindPrivateNetwork(vars, ownAddresses),
    handleRuntimeStdio(_stdout: Readable, stderr: Readable) {
      stderr.on("data", (chunk) => {
        output += String(chunk);
      });
    },
  });
  const countBlocked = () => output.split("connect() blocked by restrictPeers()").length - 1;
  return {
    /** Returns the text of the response; "blocked" if the network has not let the request out. */
    async request(network: "ordinary" | "private", address: string): Promise<string> {
      const before = countBlocked();
      const text = await (await miniflare.dispatchFetch(`http://${network}/${encodeURIComponent(address)}`)).text();
      if (text !== "failed") return text;
      await waitFor(() => expect(countBlocked(), address).toBeGreaterThan(before));
      return "blocked";
    },
    close: () => miniflare.dispose(),
  };
}

type Runtime = Awaited<ReturnType<typeof startRuntime>>;

let server: RequestServer;
let closed: Runtime;
let allowed: Runtime;
let named: Runtime;
beforeAll(async () => {
  server = await serveRequests(async () => new Response("music"));
  closed = await startRuntime({});
  allowed = await startRuntime({ PRIVATE_MUSIC_SERVERS: "allow" });
  named = await startRuntime({ PRIVATE_MUSIC_SERVERS: "192.168.0.0/16, 127.0.0.1" });
});
afterAll(() => Promise.all([server, closed, allowed, named].map((each) => each.close())));

/** The address of the server, and names that resolve to it. */
const addresses = () => {
  const { port } = new URL(server.origin);
  return [server.origin, `http://localhost:${port}`, `http://[::ffff:127.0.0.1]:${port}`];
};

describe("the networks of a self-hosted server", () => {
  it("do not reach private addresses by default", async () => {
    for (const address of addresses()) expect(await closed.request("ordinary", address)).toBe("blocked");
    expect(await closed.request("private", server.origin)).toBe("no network");
  });

  it("reach this machine only through the network for music servers, and only by an address that the operator names", async () => {
    expect(await named.request("private", server.origin)).toBe("music");
    for (const address of addresses()) expect(await named.request("ordinary", address)).toBe("blocked");
    const { port } = new URL(server.origin);
    const others = ["127.0.0.2", "0.0.0.0", "[::]", "[::1]"].map((host) => `http://${host}:${port}`);
    for (const address of [...addresses(), ...others])
      expect(await allowed.request("private", address), address).toBe("blocked");
    for (const address of others) expect(await named.request("private", address), address).toBe("blocked");
  });

  it("do not reach the other addresses of this machine, although private networks are allowed", async () => {
    const own = await startRuntime({ PRIVATE_MUSIC_SERVERS: "allow" }, ["192.168.77.7"]);
    expect(await own.request("private", "http://192.168.77.7/")).toBe("blocked");
    await own.close();
  });

  it("look names up that the operator gives", async () => {
    const local = await startRuntime({ PRIVATE_MUSIC_SERVERS: "localhost" });
    expect(await local.request("private", server.origin)).toBe("music");
    expect(await local.request("private", "http://192.168.77.7/")).toBe("blocked");
    await local.close();
  });

  it("never reach the metadata services of hosts", async () => {
    for (const address of [
      "http://169.254.169.254/",
      "http://[fe80::1]/",
      "http://[fd00:ec2::254]/",
      "http://100.100.100.200/",
    ]) {
      for (const network of ["ordinary", "private"] as const) expect(await allowed.request(network, address)).toBe("blocked");
    }
  });
});
