import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { seededRandom } from "#scripts/sound.mjs";

/** One direction of a bad link. */
export type Lag = { readonly delayMs: number; readonly jitterMs: number };

export type LagProxy = {
  readonly url: string;
  /** Ends all connections, and lets nobody in until `restore`. */
  cut(): void;
  restore(): void;
  /** From here on nothing passes, and nobody is told: a telephone that is out of reach. */
  freeze(): void;
  close(): void;
};

const NO_LAG: Lag = { delayMs: 0, jitterMs: 0 };

/** A TCP proxy that holds back what passes. Bytes keep their order within a connection, as TCP keeps them. */
export async function startLagProxy(
  target: string,
  { up = NO_LAG, down = NO_LAG, seed = 7 }: { readonly up?: Lag; readonly down?: Lag; readonly seed?: number } = {},
): Promise<LagProxy> {
  const { hostname, port } = new URL(target);
  const random = seededRandom(seed);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;

  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on("error", () => undefined);
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    const passes = () => !isFrozen;
    relay(client, upstream, { ...up, random, passes });
    relay(upstream, client, { ...down, random, passes });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      endAll();
    },
    restore() {
      isCut = false;
    },
    freeze() {
      isFrozen = true;
    },
    close() {
      endAll();
      server.close();
    },
  };
}

type Relay = Lag & { readonly random: () => number; readonly passes: () => boolean };

function relay(from: Socket, to: Socket, { delayMs, jitterMs, random, passes }: Relay): void {
  const held: Buffer[] = [];
  let freeAtMs = 0;
  from.on("data", (chunk) => {
    if (!passes()) return;
    const nowMs = performance.now();
    // nothing overtakes what was sent before it, whichever timer fires first
    freeAtMs = Math.max(freeAtMs, nowMs + Math.max(0, delayMs + (random() * 2 - 1) * jitterMs));
    held.push(chunk);
    setTimeout(() => {
      const next = held.shift();
      if (next && !to.destroyed) to.write(next);
    }, freeAtMs - nowMs);
  });
}
