import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ResetAnswer, ResetRequestAnswer, ResetTokenAnswer, SessionUser } from "#app/protocol/http.ts";
import { type AuthRefusal, postAuth } from "./auth-request.ts";
import { enter } from "./session.ts";

// A forgotten password. Whatever breaks on the way has texts of its own (SPEC §8).

/** Has a link sent, if there is such an account. */
export async function requestReset(emailOrUsername: string): Promise<Result<null, AuthRefusal>> {
  const asked = await postAuth<ResetRequestAnswer & { readonly error?: string }>(
    "/api/auth/request-password-reset",
    { emailOrUsername },
    "",
  );
  if (!asked.ok) return fail({ ...asked.error, statusMessage: asked.error.statusMessage || "auth.errors.reset-mail-failed" });
  if (asked.value.success) return ok(null);
  return fail({ statusMessage: asked.value.error ?? "auth.errors.reset-user-not-found", field: null });
}

export async function verifyResetToken(token: string): Promise<Result<ResetTokenAnswer["status"], AuthRefusal>> {
  const verified = await postAuth<ResetTokenAnswer>("/api/auth/verify-reset-token", { token }, "");
  return verified.ok ? ok(verified.value.status) : verified;
}

export function resetPassword(token: string, newPassword: string): Promise<Result<ResetAnswer, AuthRefusal>> {
  return postAuth("/api/auth/reset-password-with-token", { token, newPassword }, "");
}

/** Right after a reset, which has put the grant for it into a cookie. */
export function signInAfterReset({ userId, email, name }: ResetAnswer): Promise<Result<SessionUser, AuthRefusal>> {
  return enter("/api/auth/auto-login", { userId, email, name });
}
