import { once } from "node:events";
import { createServer } from "node:net";

/** @typedef {(port: number) => Promise<{ close(): Promise<void> } | null>} Listen Null: another program uses the port. */

/**
 * Whether this machine accepts connections at the port for no other program.
 * @param {number} port
 * @param {Listen} [listen]
 */
export async function isFree(port, listen = listenOnLoopback) {
  const probe = await listen(port);
  await probe?.close();
  return probe !== null;
}

/**
 * The first of `count` free consecutive ports, at `from` or at a multiple of 100 above it. They are reserved until this process
 * ends: it listens on the port after them, so another process that reserves ports takes others even while these are unused.
 * @param {number} from
 * @param {number} count
 * @param {Listen} [listen]
 */
export async function reservePorts(from, count, listen = listenOnLoopback) {
  for (let first = from; first + count < 65_536; first += 100) {
    const guard = await listen(first + count);
    if (!guard) continue;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map((port) => isFree(port, listen)));
    if (areFree.every(Boolean)) return first;
    await guard.close();
  }
  throw new Error(`there are no ${count} free consecutive ports above ${from}`);
}

/** A server that does not keep the process running. @type {Listen} */
function listenOnLoopback(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve({ close: () => closeServer(server.unref()) }));
  });
}

/** @param {import("node:net").Server} server */
async function closeServer(server) {
  server.close();
  await once(server, "close");
}
