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
  reactions: true,
  "track-reactions": true,
  "skip-vote": true,
  "own-votes": true,
  "device-reports-wanted": true,
  devices: true,
  "device-change": true,
  "sound-check": true,
  "sound-check-end": true,
  calibration: true,
  "ping-request": true,
  batch: true,
  error: true,
  chat: true,
  "chat-reply": true,
  "chat-typing": true,
  "chat-limits": true,
  "chat-read": true,
};

export function encodeClientMessage(message: ClientMessage): string {
  return JSON.stringify(message);
}

export function decodeServerMessage(raw: unknown): ServerMessage | null {
  return decodeTagged(raw, SERVER_TYPES);
}
