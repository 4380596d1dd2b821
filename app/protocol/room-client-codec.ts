import type { ClientMessage, ServerMessage } from "./room-messages.ts";
import { decodeTagged } from "./tagged-message.ts";

const SERVER_TYPES: Record<ServerMessage["type"], true> = {
  snapshot: true,
  entries: true,
  events: true,
  reply: true,
  clock: true,
  presence: true,
  self: true,
  "members-changed": true,
  waiting: true,
  "media-grant": true,
  "sync-summary": true,
  "ping-request": true,
  error: true,
};

export function encodeClientMessage(message: ClientMessage): string {
  return JSON.stringify(message);
}

export function decodeServerMessage(raw: unknown): ServerMessage | null {
  return decodeTagged(raw, SERVER_TYPES);
}
