import type { ClientFrame, ServerFrame } from "./room-messages.ts";
import { decodeTagged } from "./tagged-message.ts";

const SERVER_TYPES: Record<ServerFrame["type"], true> = {
  welcome: true,
  entries: true,
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

export function decodeServerFrame(raw: unknown): ServerFrame | null {
  return decodeTagged(raw, SERVER_TYPES);
}
