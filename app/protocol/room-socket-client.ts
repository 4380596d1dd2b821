import type { ClientFrame, ServerFrame } from "./room-socket.ts";

const SERVER_TYPES: Record<ServerFrame["type"], true> = {
  welcome: true,
  events: true,
  reply: true,
  clock: true,
  presence: true,
  anonymous: true,
  you: true,
  members: true,
  waiting: true,
  media: true,
  unison: true,
  ask: true,
  refused: true,
};

export function encodeClientFrame(frame: ClientFrame): string {
  return JSON.stringify(frame);
}

/**
 * A frame of the room's own server, which the protocol's version has vouched for: only its tag is looked at. Null for
 * what this page does not know, so that a newer server may say more.
 */
export function decodeServerFrame(raw: unknown): ServerFrame | null {
  if (typeof raw !== "string") return null;
  let value: unknown;
  try {
    value = JSON.parse(raw);
  } catch {
    // not from a room: a proxy's text, or a cut message
    return null;
  }
  if (typeof value !== "object" || value === null || !("type" in value)) return null;
  return Object.hasOwn(SERVER_TYPES, String(value.type)) ? (value as ServerFrame) : null;
}
