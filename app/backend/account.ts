import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Provider } from "#app/domain/provider.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { tellAccountChanged } from "./account-changes.ts";
import { type FunctionArgs, type FunctionValue, mutation } from "./call.ts";

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
  const { isEmailShown: _, ...named } = change;
  // the profile is saved by now: where this fails, the next page says the same
  await post("/api/auth/update-session", named).catch(() => null);
  tellAccountChanged();
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
  return send(`/api/auth/unlink-${provider}`, undefined, "provider-unlink-failed");
}

async function send(path: string, body: unknown, otherwise: ErrorCode): Promise<Result<null, AccountRefusal>> {
  const response = await post(path, body).catch(() => null);
  if (!response) return fail({ code: "network", field: null });
  if (response.ok) return ok(null);
  const answer: unknown = await response.json().catch(() => null);
  return fail(refusalOf(answer, otherwise));
}

/** A refusal in words of ours, where it is one. */
function refusalOf(answer: unknown, otherwise: ErrorCode): AccountRefusal {
  const { code, field } = { code: null, field: null, ...(typeof answer === "object" ? answer : null) };
  const isOurs = isErrorCode(code) && code !== "internal";
  return { code: isOurs ? code : otherwise, field: typeof field === "string" ? field : null };
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
