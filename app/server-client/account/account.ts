import { codeNamed } from "#app/app-state/auth-error-text.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type FunctionArgs, type FunctionValue, mutation } from "#app/server-client/functions.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { postAuth } from "./auth-request.ts";

/** One's own account, as only its owner sees it. */
export type Account = FunctionValue<"users.getCurrentUser">;
export type ProfileChange = Omit<FunctionArgs<"users.updateUserProfile">, "id">;
export type AccountSession = FunctionValue<"users.listSessions">["sessions"][number];
export type RemovalPlan = FunctionValue<"users.planRemoval">;

/** Why something of the account was refused, and the field that is to blame. */
export type AccountRefusal = { readonly code: ErrorCode; readonly field: string | null };

/** Saves what has changed, has the session follow, and tells the other windows. */
export async function saveProfile(id: UserId, change: ProfileChange): Promise<Result<Account>> {
  const saved = await mutation("users.updateUserProfile", { id, ...change });
  if (!saved.ok) return saved;
  const { isEmailShown: _, currentPassword: __, ...named } = change;
  // the profile is saved by now: where this fails, the next page says the same
  await postAuth("/api/auth/update-session", named);
  broadcastAccountChange();
  return saved;
}

/** With the current password where there is one; ends all other sessions. */
export function changePassword(change: {
  readonly userId: UserId;
  readonly newPassword: string;
  readonly currentPassword?: string;
}): Promise<Result<null, AccountRefusal>> {
  return send("/api/auth/change-password", change, "password-change-failed");
}

export function unlinkProvider(provider: Provider): Promise<Result<null, AccountRefusal>> {
  return send(`/api/auth/unlink-${provider}`, {}, "provider-unlink-failed");
}

async function send(path: string, body: object, otherwise: ErrorCode): Promise<Result<null, AccountRefusal>> {
  const sent = await postAuth(path, body);
  if (sent.ok) return ok(null);
  const { statusMessage, field } = sent.error;
  const code = codeNamed(statusMessage);
  return fail({ code: code && code !== "internal" ? code : otherwise, field });
}
