import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { SocketTicket } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { findSession } from "#db/queries/sessions.ts";
import { sign, verifySignature } from "#workers/crypto/signature.ts";
import type { Session } from "#workers/http/request-context.ts";
import { toSessionUser } from "./sessions.ts";

const SIGNATURE_BYTES = 16;
/** A session id, an expiry and a signature. */
const TICKET = /^([0-9a-f]{64})\.(\d{1,15})\.([\w-]{22})$/;

/** A ticket that opens a room's WebSocket as this session, for clients that cannot send the cookie. Valid for a minute. */
export function createSocketTicket({ APP_SECRET }: Env, sessionId: string, nowMs: number): SocketTicket {
  const expiresAtMs = nowMs + connectionLimits.socketTicketMs;
  const text = `${sessionId}.${expiresAtMs}`;
  return { token: `${text}.${sign(APP_SECRET, "socket-ticket", text, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** Null if the ticket is forged or expired, or its session has ended. */
export async function redeemSocketTicket(
  { APP_SECRET }: Env,
  db: Db,
  { ticket, nowMs }: { readonly ticket: string; readonly nowMs: number },
): Promise<Pick<Session, "id" | "user"> | null> {
  const [, id, expiresAtMs, signature] = TICKET.exec(ticket) ?? [];
  if (!id || !expiresAtMs || !signature || Number(expiresAtMs) <= nowMs) return null;
  const text = `${id}.${expiresAtMs}`;
  if (!verifySignature(APP_SECRET, "socket-ticket", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  const found = await findSession(db, { tokenHash: id, nowMs });
  return found && { id, user: toSessionUser(found.user) };
}
