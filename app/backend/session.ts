import type { Registration } from "#app/domain/account.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { HttpFailure, SessionAnswer, SessionUser } from "#app/protocol/http.ts";
import { tellAccountChanged } from "./account-changes.ts";

/** Why signing in or up was refused: the text's name as the server says it, and the field that is to blame. */
export type AuthRefusal = { readonly statusMessage: string; readonly field: string | null };

export function logIn(emailOrUsername: string, password: string): Promise<Result<SessionUser, AuthRefusal>> {
  return send("/api/auth/login", { emailOrUsername, password });
}

export function register(registration: Registration): Promise<Result<SessionUser, AuthRefusal>> {
  return send("/api/auth/register", registration);
}

export async function logOut(): Promise<boolean> {
  const response = await fetch("/api/_auth/session", { method: "DELETE" }).catch(() => null);
  if (!response?.ok) return false;
  tellAccountChanged();
  return true;
}

async function send(path: string, body: unknown): Promise<Result<SessionUser, AuthRefusal>> {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = (await response.json()) as SessionAnswer & Partial<HttpFailure>;
    if (answer.user) {
      tellAccountChanged();
      return ok(answer.user);
    }
    return fail({ statusMessage: answer.statusMessage ?? "", field: answer.field ?? null });
  } catch {
    // no answer, or one that is not ours: the way to the server is broken
    return fail({ statusMessage: "errors.network", field: null });
  }
}
