import { DAY_MS, HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** Limits and intervals of a room's WebSocket connections. "§n" refers to the product specification. */
export const connectionLimits = {
  /** Maximum size of a message from a browser, bytes. */
  socketMessageBytes: 64 * KIB,
  /** Maximum number of messages that a connection can send at once. */
  socketMessageBurst: 120,
  /** Number of messages by which the burst allowance refills each second. */
  socketMessagesPerSecond: 20,
  /**
   * Maximum number of commands that one guest can send at once: a quarter of those of all guests in a room together, so that
   * one guest who floods leaves most of them to the others.
   */
  guestCommandBurst: 30,
  /** Number of commands by which that allowance refills each second: a quarter as well. */
  guestCommandsPerSecond: 5,
  /** A snapshot counts as this many messages, because it contains the entire room. */
  snapshotMessageCost: 50,
  /** Setting a room back counts as this many messages of the person. */
  setBackMessageCost: 4,
  /** Open connections of all rooms together, held by addresses (WK3). */
  roomSockets: { perHolder: 3000, inAll: 20_000 },
  /** Maximum number of connections that an address can open to a room at once. */
  addressJoinBurst: 1200,
  /** Number of connections by which that allowance refills each second. */
  addressJoinsPerSecond: 10,
  /** A browser sends a ping this often, ms. */
  socketPingMs: 15 * SECOND_MS,
  /** A connection without a message or a ping for this long is closed, ms. */
  socketTimeoutMs: 36 * SECOND_MS,
  /** A room with connections reports their number to the lobby this often, ms. */
  presenceRefreshMs: 4 * MINUTE_MS,
  /** A reported number of connections expires after this, ms. */
  presenceExpiresMs: 10 * MINUTE_MS,
  /** Before a message of a person takes effect, their session is checked if the last check is this long ago, ms. */
  sessionCheckMs: 5 * SECOND_MS,
  /** A room asks again to be notified of the end of its connections' sessions this often, ms. */
  sessionWatchMs: DAY_MS,
  /** A room broadcasts chat, reactions and counts of votes at most this often, ms. */
  broadcastMs: 150,
  /** A room broadcasts who is present at most this often, ms. */
  presenceBroadcastMs: 250,
  /** A person whose connection has ended stays present for this long, ms (§9). */
  presenceLingerMs: SECOND_MS,
  /** A new name of a guest counts as this many messages, because all devices in the room receive it. */
  guestNameMessageCost: 20,
  /** Maximum number of guests whose names a room lists; the others are only counted. */
  namedGuests: 50,
  /** A room collects the reports of its devices for this long before it sends a sync summary, ms. */
  syncSummaryMs: 3 * SECOND_MS,
  /** A browser reports a lost connection after this, ms (§9). */
  disconnectNoticeMs: 60 * SECOND_MS,
  /** Minimum lifetime of a media grant, ms; the room sends a new one before it expires. */
  mediaGrantMs: 6 * HOUR_MS,
  /** Lifetime of a token that acts for a session where no cookie can be sent, ms. */
  accessTokenMs: 5 * MINUTE_MS,
  /** Lifetime of a ticket, which opens one room's socket, ms. */
  ticketMs: MINUTE_MS,
} as const;
