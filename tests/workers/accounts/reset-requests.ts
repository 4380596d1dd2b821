import { env } from "cloudflare:test";
import type { HttpFailure, SessionResponse } from "#app/protocol/http.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { requestResetLink } from "./reset-mail.ts";

// Requests about password resets.

export const NEW = "a new password";
export type Body = Record<string, unknown>;

export const verify = async (token: string) =>
  (await (await createClient().post("/api/auth/verify-reset-token", { token })).json<{ status: string }>()).status;
export const reset = (body: Body, client = createClient()) => client.post("/api/auth/reset-password-with-token", body);
export const readErrorCode = async (answer: Response) => {
  const { code, field } = await answer.json<HttpFailure>();
  return field ? `${field}: ${code}` : code;
};
export const login = async (emailOrUsername: string, password: string) =>
  (await createClient().post("/api/auth/login", { emailOrUsername, password })).status;
export const fetchUser = async (client: Client) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionResponse).user ?? null;
export const emailOf = (member: { username: string }) => `${member.username}@example.org`;
export const query = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .all<Record<string, unknown>>();

/** A member who has received a reset link, and the link's token. */
export async function createMemberWithResetLink() {
  const member = await registerUser();
  const email = emailOf(member);
  return { member, email, token: await requestResetLink(email) };
}
