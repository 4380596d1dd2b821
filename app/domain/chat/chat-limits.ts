import { DAY_MS, HOUR_MS, KIB, MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";

/** Limits and intervals of a room's chat. */
export const chatLimits = {
  /** Maximum length of a message, characters. */
  messageChars: 1000,
  /** Maximum length of a message before it is cleaned, UTF-16 units. */
  rawMessageUnits: 8 * KIB,
  /** Maximum number of people whom a message can mention. */
  mentionsPerMessage: 20,
  /** Number of messages of a page, unless another number is asked for. */
  pageMessages: 50,
  /** Maximum number of messages of a page. */
  pageMessagesMax: 200,
  /** A room keeps its last messages, at most this many: about 20 MB of the longest ones. */
  keptMessages: 5000,
  /** A room keeps the latest read marks of people, at most this many. */
  keptReadMarks: 5000,
  /** Maximum number of mutes in a room. */
  mutes: 1000,
  /** More missed changes than this are not sent one by one: the browser loads the latest page again. */
  syncedChanges: 200,
  /** Maximum number of messages, edits and removals that a person can send at once. */
  writeBurst: 20,
  /** Number of them by which that allowance refills each second. */
  writesPerSecond: 2,
  /** A notice that a person types counts as this many messages of rule CN2, because all devices in the room receive it. */
  typingCost: 2,
  /** A room collects the notices that people type for this long before it sends them to everyone, ms. */
  typingBroadcastMs: SECOND_MS,
  /** Maximum number of people who are announced as typing at once. */
  typists: 10,
  /** A browser repeats the notice that a person types this often, ms. */
  typingRepeatMs: 3 * SECOND_MS,
  /** Without another notice, a person is no longer shown as typing after this, ms. */
  typingExpiresMs: 6 * SECOND_MS,
  /** A browser sends a read mark at most this often, ms. */
  readMarkMs: 3 * SECOND_MS,
} as const;

/** The pauses between two messages of a person that slow mode offers, ms; 0 turns it off. */
export const SLOW_MODES_MS = [0, 5 * SECOND_MS, 10 * SECOND_MS, 30 * SECOND_MS, MINUTE_MS] as const;

/** How long a person can be muted, ms. Without a duration, a mute lasts until it is lifted. */
export const MUTE_DURATIONS_MS = [10 * MINUTE_MS, HOUR_MS, DAY_MS] as const;
export type MuteDurationMs = (typeof MUTE_DURATIONS_MS)[number];

/** The messages, edits and removals of one person, over all their connections and over HTTP. */
export const CHAT_WRITE_RATE = { burst: chatLimits.writeBurst, perSecond: chatLimits.writesPerSecond } as const;
