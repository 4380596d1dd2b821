import { createServer } from "node:net";

/** Whether this machine accepts connections at the port for no other program. */
export function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}

/** The first of `count` free consecutive ports, at `from` or at a multiple of 100 above it. */
export async function findFreePorts(from, count) {
  for (let first = from; first + count < 65_536; first += 100) {
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const areFree = await Promise.all(ports.map(isFree));
    if (areFree.every(Boolean)) return first;
  }
  throw new Error(`there are no ${count} free consecutive ports above ${from}`);
}
