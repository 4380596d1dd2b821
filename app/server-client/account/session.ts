import type { Registration } from "#app/domain/accounts/account.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { SessionAnswer, SessionUser } from "#app/protocol/http.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { type AuthRefusal, postAuth } from "./auth-request.ts";

export function logIn(emailOrUsername: string, password: string): Promise<Result<SessionUser, AuthRefusal>> {
  return enter("/api/auth/login", { emailOrUsername, password });
}

export function register(registration: Registration): Promise<Result<SessionUser, AuthRefusal>> {
  return enter("/api/auth/register", registration);
}

export async function logOut(): Promise<boolean> {
  const response = await fetch("/api/_auth/session", { method: "DELETE" }).catch(() => null);
  if (!response?.ok) return false;
  broadcastAccountChange();
  return true;
}

/** Who this browser is to the server by now; no answer: nobody (SPEC §7). */
export async function readSession(): Promise<SessionUser | null> {
  try {
    const response = await fetch("/api/_auth/session", { headers: { Accept: "application/json" } });
    const { user = null } = (await response.json()) as SessionAnswer;
    return user;
  } catch {
    return null;
  }
}

/** Posts what ends in a session, and tells the other windows of it. */
export async function enter(path: string, body: object): Promise<Result<SessionUser, AuthRefusal>> {
  const entered = await postAuth<SessionAnswer>(path, body);
  if (!entered.ok) return entered;
  if (!entered.value.user) return fail({ statusMessage: "", field: null });
  broadcastAccountChange();
  return ok(entered.value.user);
}
