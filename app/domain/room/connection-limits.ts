import { HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** Limits and intervals of a room's WebSocket connections. §n: the section of the specification that states the limit. */
export const connectionLimits = {
  socketMessageBytes: 64 * KIB,
  /** Frames that one socket may send: a burst, and what it earns back a second. */
  socketMessageBurst: 120,
  socketMessagesPerSecond: 20,
  /** A fresh start is the whole room, and weighs as much as so many frames. */
  snapshotMessageCost: 50,
  /** A device says that it is there this often; who was silent for longer than the second figure is gone. */
  socketPingMs: 15 * SECOND_MS,
  socketSilentMs: 36 * SECOND_MS,
  /** How often an inhabited room looks who is silent: with the above, a lost device is gone within a minute. */
  presenceCheckMs: 20 * SECOND_MS,
  /** An inhabited room repeats how many are in it this often, and is believed for the second figure. */
  presenceRefreshMs: 4 * MINUTE_MS,
  presenceExpiresMs: 10 * MINUTE_MS,
  /** Everyone is told how well the room sounds together at most this often. */
  syncSummaryMs: 10 * SECOND_MS,
  /** §9 */
  disconnectNoticeMs: 60 * SECOND_MS,
  /** How long an audio capability is good for at least; a fresh one is handed out over the socket in time. */
  mediaTokenMs: 6 * HOUR_MS,
  /** What opens a room's socket in place of a cookie. */
  socketTicketMs: MINUTE_MS,
} as const;
