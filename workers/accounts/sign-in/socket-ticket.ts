import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { SocketTicket } from "#app/protocol/http.ts";
import type { Db } from "#db/client.ts";
import { findSession } from "#db/queries/sessions.ts";
import { isSigned, sign } from "#workers/crypto/signature.ts";
import { type Session, toSessionUser } from "./sessions.ts";

const SIGNATURE_BYTES = 16;
/** Session, end, signature. The session's id is the hash of its token, and opens nothing by itself. */
const TICKET = /^([0-9a-f]{64})\.(\d{1,15})\.([\w-]{22})$/;

/** What opens a room's socket as this session for a minute, where no cookie can be sent. */
export function makeTicket({ APP_SECRET }: Env, sessionId: string, nowMs: number): SocketTicket {
  const expiresAtMs = nowMs + connectionLimits.socketTicketMs;
  const text = `${sessionId}.${expiresAtMs}`;
  return { token: `${text}.${sign(APP_SECRET, "socket-ticket", text, SIGNATURE_BYTES)}`, expiresAtMs };
}

/** Null: we did not make it, or it is over, or the session is. */
export async function redeemTicket(
  { APP_SECRET }: Env,
  db: Db,
  { ticket, nowMs }: { readonly ticket: string; readonly nowMs: number },
): Promise<Pick<Session, "id" | "user"> | null> {
  const [, id, expiresAtMs, signature] = TICKET.exec(ticket) ?? [];
  if (!id || !expiresAtMs || !signature || Number(expiresAtMs) <= nowMs) return null;
  const text = `${id}.${expiresAtMs}`;
  if (!isSigned(APP_SECRET, "socket-ticket", { text, signature, bytes: SIGNATURE_BYTES })) return null;
  const found = await findSession(db, { tokenHash: id, nowMs });
  return found && { id, user: toSessionUser(found.user) };
}
