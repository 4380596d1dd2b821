// Passes connections of a public address on to a server that listens on the loopback address only.
import { connect, createServer } from "node:net";
import { pipeline } from "node:stream";

const LOOPBACK = ["127.0.0.1", "localhost", "::1"];

/** @param {string | undefined} host */
export function isLoopback(host) {
  return host === undefined || LOOPBACK.includes(host);
}

/**
 * Resolves when it listens. Rejects if the address is in use.
 * @param {{ host: string, port: number }} address
 * @param {number} targetPort on the loopback address
 * @returns {Promise<import("node:net").Server>}
 */
export function forwardPort(address, targetPort) {
  const server = createServer((client) => {
    const upstream = connect(targetPort, "127.0.0.1");
    for (const socket of [client, upstream]) socket.setNoDelay(true);
    // ends both when one of them ends or fails
    pipeline(client, upstream, client, () => undefined);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(address, () => resolve(server));
  });
}
