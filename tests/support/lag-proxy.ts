import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { seededRandom } from "#scripts/sound.mjs";

/** The quality of one direction of a link. */
export type Lag = {
  readonly delayMs: number;
  readonly jitterMs: number;
  /** Shared by all connections. Default: unlimited. */
  readonly bytesPerSec?: number;
};

/** Receives the bytes that a client has sent on one connection, when they leave the proxy. */
export type ByteListener = (bytes: Buffer) => void;

type LinkOptions = {
  readonly up?: Lag;
  readonly down?: Lag;
  readonly seed?: number;
  /** Called at the start of each connection. */
  readonly createListener?: () => ByteListener;
};

export type LagProxy = {
  readonly url: string;
  /** Closes all connections and refuses new ones until `restore`. */
  cut(): void;
  restore(): void;
  close(): void;
};

const NO_LAG: Lag = { delayMs: 0, jitterMs: 0 };

/** Starts a TCP proxy that delays what passes. The bytes of a connection keep their order. */
export async function startLagProxy(
  target: string,
  { up = NO_LAG, down = NO_LAG, seed = 7, createListener = () => () => undefined }: LinkOptions = {},
): Promise<LagProxy> {
  const { hostname, port } = new URL(target);
  const random = seededRandom(seed);
  const sockets = new Set<Socket>();
  const upLine = createLine(up, random);
  const downLine = createLine(down, random);
  let isCut = false;
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const server = createServer((client) => {
    if (isCut) {
      client.destroy();
      return;
    }
    const upstream = connect(Number(port), hostname);
    pairSockets(client, upstream, sockets);
    relay(client, upstream, { line: upLine, onBytes: createListener() });
    relay(upstream, client, { line: downLine, onBytes: () => undefined });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      closeAll();
    },
    restore() {
      isCut = false;
    },
    close() {
      closeAll();
      server.close();
    },
  };
}

/** Destroys both sockets when one of them closes. */
function pairSockets(client: Socket, upstream: Socket, sockets: Set<Socket>): void {
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
}

/** One direction of the link, which all connections share. */
type Line = {
  /** How long it takes to transmit these bytes, after those that are already on the line. */
  transmitMs(sizeBytes: number, nowMs: number): number;
  /** The delay with jitter. */
  delayMs(): number;
};

function createLine({ delayMs, jitterMs, bytesPerSec = Number.POSITIVE_INFINITY }: Lag, random: () => number): Line {
  let freeAtMs = 0;
  return {
    transmitMs(sizeBytes, nowMs) {
      freeAtMs = Math.max(freeAtMs, nowMs) + (sizeBytes / bytesPerSec) * 1000;
      return freeAtMs - nowMs;
    },
    delayMs: () => Math.max(0, delayMs + (random() * 2 - 1) * jitterMs),
  };
}

type RelayOptions = {
  readonly line: Line;
  readonly onBytes: ByteListener;
};

function relay(from: Socket, to: Socket, { line, onBytes }: RelayOptions): void {
  const queue: Buffer[] = [];
  let lastArrivalMs = 0;
  from.on("data", (chunk) => {
    const nowMs = performance.now();
    const transmitMs = line.transmitMs(chunk.length, nowMs);
    // No chunk arrives before the previous one. Timers may fire in any order, so each one sends the first in the queue.
    lastArrivalMs = Math.max(lastArrivalMs, nowMs + transmitMs + line.delayMs());
    queue.push(chunk);
    setTimeout(() => {
      const next = queue.shift();
      if (!next || to.destroyed) return;
      to.write(next);
      onBytes(next);
    }, lastArrivalMs - nowMs);
    if (transmitMs === 0) return;
    // Back-pressure: the sender waits until the line is free.
    from.pause();
    setTimeout(() => from.resume(), transmitMs);
  });
}
