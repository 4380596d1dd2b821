import { fail, ok, type Result } from "#app/domain/result.ts";
import type { PasswordResetResponse, ResetRequestResponse, ResetTokenResponse, SessionUser } from "#app/protocol/http.ts";
import { type AuthRefusal, postAuth } from "./auth-request.ts";
import { requestSession } from "./session.ts";

// Password resets. A lost connection and an internal error have no code here: the caller's own text applies (SPEC §8).

/** Requests a mail with a reset link. */
export async function requestReset(emailOrUsername: string): Promise<Result<null, AuthRefusal>> {
  const requested = await postReset<ResetRequestResponse & { readonly error?: string }>("/api/auth/request-password-reset", {
    emailOrUsername,
  });
  if (!requested.ok) return requested;
  const { success, error } = requested.value;
  if (success) return ok(null);
  return fail(error ? { code: null, statusMessage: error, field: null } : USER_NOT_FOUND);
}

const USER_NOT_FOUND: AuthRefusal = { code: "reset-user-not-found", statusMessage: "", field: null };

export async function verifyResetToken(token: string): Promise<Result<ResetTokenResponse["status"], AuthRefusal>> {
  const verified = await postReset<ResetTokenResponse>("/api/auth/verify-reset-token", { token });
  return verified.ok ? ok(verified.value.status) : verified;
}

export function resetPassword(token: string, newPassword: string): Promise<Result<PasswordResetResponse, AuthRefusal>> {
  return postReset("/api/auth/reset-password-with-token", { token, newPassword });
}

async function postReset<Response extends object>(path: string, body: object): Promise<Result<Response, AuthRefusal>> {
  const posted = await postAuth<Response>(path, body, null);
  return posted.ok || posted.error.code !== "internal" ? posted : fail(WITHOUT_REASON);
}

const WITHOUT_REASON: AuthRefusal = { code: null, statusMessage: "", field: null };

/** Signs in with the one-time grant that a successful reset has stored in a cookie. */
export function signInAfterReset({ userId, email, name }: PasswordResetResponse): Promise<Result<SessionUser, AuthRefusal>> {
  return requestSession("/api/auth/auto-login", { userId, email, name });
}
