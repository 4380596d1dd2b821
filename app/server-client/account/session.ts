import type { Registration } from "#app/domain/accounts/account.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { sendRequest } from "#app/lib/send-request.ts";
import type { SessionResponse, SessionUser } from "#app/protocol/http.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { removeAccountData } from "./account-data.ts";
import { type AuthRefusal, postAuth } from "./auth-request.ts";

export function logIn(emailOrUsername: string, password: string): Promise<Result<SessionUser, AuthRefusal>> {
  return requestSession("/api/auth/login", { emailOrUsername, password });
}

export function register(registration: Registration): Promise<Result<SessionUser, AuthRefusal>> {
  return requestSession("/api/auth/register", registration);
}

/** Returns false if the session could not be ended. */
export async function logOut(): Promise<boolean> {
  const response = await sendRequest("/api/_auth/session", { method: "DELETE" }).catch(() => null);
  if (!response?.ok) return false;
  removeAccountData();
  broadcastAccountChange();
  return true;
}

/** The signed-in user of this browser. Null for a guest, and when the server does not respond (SPEC §7). */
export async function readSession(): Promise<SessionUser | null> {
  try {
    const response = await sendRequest("/api/_auth/session", { headers: { Accept: "application/json" }, isRetried: false });
    const { user = null } = (await response.json()) as SessionResponse;
    return user;
  } catch {
    return null;
  }
}

/** Posts to an address that answers with a session, and notifies the other windows of this browser. */
export async function requestSession(path: string, body: object): Promise<Result<SessionUser, AuthRefusal>> {
  const started = await postAuth<SessionResponse>(path, body);
  if (!started.ok) return started;
  if (!started.value.user) return fail({ code: null, statusMessage: "", field: null });
  broadcastAccountChange();
  return ok(started.value.user);
}
