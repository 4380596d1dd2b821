import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import type { Role } from "./permissions.ts";

/** A WebSocket connection of a room. The Worker has verified every field of it; a client claims none of them. */
export type Connection = {
  readonly deviceId: DeviceId;
  /** Null for a guest. */
  readonly person: Person | null;
  /** The name that a guest has chosen. Null without one, and for everyone signed in. */
  readonly guestName: string | null;
  /** The session that the connection was opened with; null for a guest. */
  readonly sessionId: string | null;
  readonly role: Role | null;
  /** Server time. */
  readonly joinedAtMs: number;
  /** The latest round trip that the device has measured. Start leads are computed from it. */
  readonly roundTripMs: number | null;
  /** When the media grant expires, server time; 0 before the first grant. */
  readonly mediaUntilMs: number;
  /** The media epoch that the grant was issued in. */
  readonly mediaEpoch: number;
  /** When the room access token expires that admitted the connection; null if no token is needed. */
  readonly accessUntilMs: number | null;
};

/** A person with at least one connection to the room, or, with no devices, a person who has just left. */
export type PresentPerson = { readonly person: Person; readonly role: Role | null; readonly devices: number };

export type Presence = {
  readonly present: readonly PresentPerson[];
  /** Connections of guests. */
  readonly guests: number;
  /** The names that guests have chosen, sorted; at most `connectionLimits.namedGuests`. */
  readonly guestNames: readonly string[];
};

/** Whether two states of a connection are the same in the list of people in the room. */
export function isSamePresence(a: Connection, b: Connection): boolean {
  if (a.role !== b.role || a.guestName !== b.guestName) return false;
  return a.person && b.person ? isSamePerson(a.person, b.person) : a.person === b.person;
}

/** Whether nothing has arrived from a connection for longer than `ms`: no message and no answer to a ping. */
export function isSilent(
  { joinedAtMs, lastMessageAtMs, lastPingAtMs }: LastActivity,
  { ms, nowMs }: { readonly ms: number; readonly nowMs: number },
): boolean {
  return nowMs - Math.max(joinedAtMs, lastMessageAtMs, lastPingAtMs) > ms;
}

type LastActivity = {
  readonly joinedAtMs: number;
  /** 0 if no message has arrived since the room object woke. */
  readonly lastMessageAtMs: number;
  /** 0 if no ping has arrived. */
  readonly lastPingAtMs: number;
};

/** Whether a measured round trip is so close to the stored one that storing it would make no difference. */
export function isSimilarRoundTrip(storedMs: number | null, measuredMs: number): boolean {
  return storedMs !== null && Math.abs(storedMs - measuredMs) <= Math.max(5, storedMs * 0.2);
}
