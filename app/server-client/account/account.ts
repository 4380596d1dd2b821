import type { Provider } from "#app/domain/accounts/provider.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { type FunctionArgs, type FunctionValue, mutation } from "#app/server-client/functions.ts";
import { replaceInternal } from "#app/server-client/replace-internal.ts";
import { broadcastAccountChange } from "./account-changes.ts";
import { postAuth } from "./auth-request.ts";

/** An account with the fields that only its owner may read. */
export type Account = FunctionValue<"users.getCurrentUser">;
export type ProfileChange = Omit<FunctionArgs<"users.updateUserProfile">, "id">;
export type AccountSession = FunctionValue<"users.listSessions">["sessions"][number];
export type RemovalPlan = FunctionValue<"users.planRemoval">;

/** Why a change was refused, and the form field that caused it. Null if none did. */
export type AccountRefusal = { readonly code: ErrorCode; readonly field: string | null };

/** Saves the changed fields, updates the session and notifies the other windows. */
export async function saveProfile(id: UserId, change: ProfileChange): Promise<Result<Account>> {
  const saved = await mutation("users.updateUserProfile", { id, ...change });
  if (!saved.ok) return saved;
  const { isEmailShown: _, currentPassword: __, ...sessionFields } = change;
  // the profile is already saved: if this fails, the next page load reads the new values
  await postAuth("/api/auth/update-session", sessionFields);
  broadcastAccountChange();
  return saved;
}

/** Ends all other sessions. Requires the current password if the account has one. */
export function changePassword(change: {
  readonly userId: UserId;
  readonly newPassword: string;
  readonly currentPassword?: string;
}): Promise<Result<null, AccountRefusal>> {
  return postChange("/api/auth/change-password", change, "password-change-failed");
}

/** Confirms the session with the password, so that a provider can be linked in the next ten minutes. */
export function confirmSession(currentPassword: string): Promise<Result<null, AccountRefusal>> {
  return postChange("/api/auth/confirm", { currentPassword }, "provider-link-failed");
}

export function unlinkProvider(provider: Provider): Promise<Result<null, AccountRefusal>> {
  return postChange(`/api/auth/unlink-${provider}`, {}, "provider-unlink-failed");
}

/** @param general the code of a refusal without a code of its own, and of an internal error */
async function postChange(path: string, body: object, general: ErrorCode): Promise<Result<null, AccountRefusal>> {
  const posted = await postAuth(path, body);
  if (posted.ok) return ok(null);
  const { code, field } = posted.error;
  return fail({ code: replaceInternal(code ?? "internal", general), field });
}
