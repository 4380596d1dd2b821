import { connect, createServer, type Socket } from "node:net";
import { seededRandom } from "#scripts/sound.mjs";

/** One direction of a bad link. */
export type Lag = { readonly delayMs: number; readonly jitterMs: number };

export type LagProxy = { readonly url: string; dropAll(): void; close(): void };

/** A TCP proxy that holds back what passes. Bytes keep their order within a connection, as TCP keeps them. */
export function startLagProxy(
  target: string,
  { up, down, seed = 7 }: { readonly up: Lag; readonly down: Lag; readonly seed?: number },
): Promise<LagProxy> {
  const { hostname, port } = new URL(target);
  const random = seededRandom(seed);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
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
    relay(client, upstream, up, random);
    relay(upstream, client, down, random);
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const own = typeof address === "object" && address ? address.port : 0;
      resolve({
        url: `http://127.0.0.1:${own}`,
        dropAll() {
          for (const socket of sockets) socket.destroy();
        },
        close() {
          for (const socket of sockets) socket.destroy();
          server.close();
        },
      });
    });
  });
}

function relay(from: Socket, to: Socket, { delayMs, jitterMs }: Lag, random: () => number): void {
  let freeAtMs = 0;
  from.on("data", (chunk) => {
    const nowMs = performance.now();
    // nothing overtakes what was sent before it
    freeAtMs = Math.max(freeAtMs, nowMs + Math.max(0, delayMs + (random() * 2 - 1) * jitterMs));
    setTimeout(() => {
      if (!to.destroyed) to.write(chunk);
    }, freeAtMs - nowMs);
  });
}
