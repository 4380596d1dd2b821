import { HOUR_MS, KIB, MIB } from "#app/domain/units.ts";

/** Limits of the live queries. Holders of sockets are addresses, and holders of all else payers (WK3). */
export const liveLimits = {
  /** Open sockets. Many people may share an address. */
  sockets: { perHolder: 500, inAll: 5000 },
  /** Subscriptions. */
  queries: { perHolder: 400, inAll: 20_000 },
  /** Characters of messages that wait for the ones before them. */
  waitingChars: { perHolder: 4 * MIB, inAll: 32 * MIB },
  /** Outcomes of mutations that are kept. */
  outcomes: { perHolder: 1000, inAll: 20_000 },
  /** Evaluations. They wait as subscriptions, which are bounded. */
  evaluations: { atOnce: 4, atOncePerKey: 2, waitingPerKey: 1000 },
  /** Maximum number of subscriptions of a connection. */
  queriesPerConnection: 200,
  /** Maximum length of the arguments of a subscription, as JSON, characters. */
  argumentChars: 8 * KIB,
  /** Maximum length of a message, characters. */
  messageChars: 256 * KIB,
  /** Maximum number of messages of a connection that wait for the one before them. */
  waitingMessages: 100,
  /** Maximum number of those that change the caller. */
  waitingAuthentications: 10,
  /** An outcome is kept for this long, ms. A client that was disconnected for longer may repeat a mutation. */
  outcomeRetentionMs: HOUR_MS,
} as const;
