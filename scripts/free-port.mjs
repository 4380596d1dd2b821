import { once } from "node:events";
import { createServer } from "node:net";

/** Whether this machine accepts connections at the port for no other program. */
export async function isFree(port) {
  const probe = await listen(port);
  if (!probe) return false;
  probe.close();
  await once(probe, "close");
  return true;
}

/**
 * The first of `count` free consecutive ports, at `from` or at a multiple of 100 above it. They are reserved until this process
 * ends: it listens on the port after them, so another process that reserves ports takes others even while these are unused.
 */
export async function reservePorts(from, count) {
  for (let first = from; first + count < 65_536; first += 100) {
    const guard = await listen(first + count);
    if (!guard) continue;
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
    guard.close();
  }
  throw new Error(`there are no ${count} free consecutive ports above ${from}`);
}

/** A server that does not keep the process running; null if the port is in use. */
function listen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server.unref()));
  });
}
