/**
 * The costs of an object's work, ms of processor time, from `npm run bench:load` (BENCH.md): one message to one socket, one
 * message received, one command with its decision and storage, one connection with its snapshot.
 */
export const COSTS = {
  sendMs: 0.045,
  receiveMs: 0.08,
  commandMs: 1,
  joinMs: 3.5,
} as const;

/**
 * The way between two objects, ms: median and the factor of one standard deviation of its logarithm. Cloudflare publishes no figure.
 * Objects of one room are created in one region, where a round trip takes a few milliseconds.
 */
export const HOP = { medianMs: 4, spread: 1.6 } as const;
