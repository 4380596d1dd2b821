import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";

/** The route of a room's socket. `credentials` are query parameters: browsers cannot set the headers of a socket. */
export function roomSocketPath(idOrUrl: string, credentials: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams({ v: String(PROTOCOL_VERSION), ...credentials });
  return `/api/rooms/${encodeURIComponent(idOrUrl)}/socket?${query}`;
}
