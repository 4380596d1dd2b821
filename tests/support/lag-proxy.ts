import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { seededRandom } from "#scripts/sound.mjs";

/** One direction of a bad link. */
export type Lag = {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** What all connections share; as much as comes, unless said otherwise. */
  readonly bytesPerSec?: number;
};

/** Hears what goes up one connection, as it comes through. */
export type Listener = (bytes: Buffer) => void;

type Link = {
  readonly up?: Lag;
  readonly down?: Lag;
  readonly seed?: number;
  /** Asked at the beginning of each connection. */
  readonly listen?: () => Listener;
};

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
  { up = NO_LAG, down = NO_LAG, seed = 7, listen = () => () => undefined }: Link = {},
): Promise<LagProxy> {
  const { hostname, port } = new URL(target);
  const random = seededRandom(seed);
  const sockets = new Set<Socket>();
  const [upLine, downLine] = [openLine(up.bytesPerSec), openLine(down.bytesPerSec)];
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
    relay(client, upstream, { ...up, line: upLine, random, passes, onThrough: listen() });
    relay(upstream, client, { ...down, line: downLine, random, passes, onThrough: () => undefined });
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

/** Says how long bytes take that begin now: they wait for those of the other connections. */
type Line = { take(sizeBytes: number, nowMs: number): number };

function openLine(bytesPerSec = Number.POSITIVE_INFINITY): Line {
  let freeAtMs = 0;
  return {
    take(sizeBytes, nowMs) {
      freeAtMs = Math.max(freeAtMs, nowMs) + (sizeBytes / bytesPerSec) * 1000;
      return freeAtMs - nowMs;
    },
  };
}

type Relay = Lag & {
  readonly line: Line;
  readonly random: () => number;
  readonly passes: () => boolean;
  readonly onThrough: Listener;
};

function relay(from: Socket, to: Socket, { delayMs, jitterMs, line, random, passes, onThrough }: Relay): void {
  const held: Buffer[] = [];
  let freeAtMs = 0;
  from.on("data", (chunk) => {
    if (!passes()) return;
    const nowMs = performance.now();
    const takesMs = line.take(chunk.length, nowMs);
    // nothing overtakes what was sent before it, whichever timer fires first
    freeAtMs = Math.max(freeAtMs, nowMs + takesMs + Math.max(0, delayMs + (random() * 2 - 1) * jitterMs));
    held.push(chunk);
    setTimeout(() => {
      const next = held.shift();
      if (!next || to.destroyed) return;
      to.write(next);
      onThrough(next);
    }, freeAtMs - nowMs);
    if (takesMs === 0) return;
    // a narrow link takes no more than it bears: the rest waits with its sender
    from.pause();
    setTimeout(() => from.resume(), takesMs);
  });
}
