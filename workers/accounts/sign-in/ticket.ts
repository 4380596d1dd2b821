import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Ticket } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";
import type { Session } from "#workers/http/request-context.ts";
import { findSessionById } from "./sessions.ts";

const SIGNATURE_BYTES = 20;

type TicketContent = { readonly sessionId: string; readonly roomId: RoomId; readonly nowMs: number };

/** A right to open the socket of one room for a session where no cookie can be sent. It is in an address, so it lasts a minute. */
export function createTicket(secret: string, { sessionId, roomId, nowMs }: TicketContent): Ticket {
  const expiresAtMs = nowMs + connectionLimits.ticketMs;
  const content = `${sessionId}.${expiresAtMs}`;
  return { ticket: `${content}.${sign(secret, "ticket", `${content} ${roomId}`, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** The session of a ticket. Null if it is forged, has expired or is for another room, or its session has ended. */
export async function verifyTicket(
  { env, db, nowMs }: { readonly env: Env; readonly db: Db; readonly nowMs: number },
  ticket: string,
  roomId: RoomId,
): Promise<Session | null> {
  const [sessionId = "", expiresAtMs = "", signature = ""] = ticket.split(".", 3);
  const text = `${sessionId}.${expiresAtMs} ${roomId}`;
  const isIssued = verifySignature(env.APP_SECRET, "ticket", { text, signature, bytes: SIGNATURE_BYTES });
  return isIssued && Number(expiresAtMs) > nowMs ? findSessionById(db, sessionId, nowMs) : null;
}
