import { env } from "cloudflare:test";
import type { HttpFailure, SessionAnswer } from "#app/protocol/http.ts";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";
import { askForLink } from "./reset-mail.ts";

// What is done with links that set a new password.

export const NEW = "a new password";
export type Body = Record<string, unknown>;

export const verify = async (token: string) =>
  (await (await newClient().post("/api/auth/verify-reset-token", { token })).json<{ status: string }>()).status;
export const reset = (body: Body, client = newClient()) => client.post("/api/auth/reset-password-with-token", body);
export const refusalOf = async (answer: Response) => {
  const { code, field } = await answer.json<HttpFailure>();
  return field ? `${field}: ${code}` : code;
};
export const login = async (emailOrUsername: string, password: string) =>
  (await newClient().post("/api/auth/login", { emailOrUsername, password })).status;
export const userOf = async (client: Client) =>
  ((await (await client.fetch("/api/_auth/session")).json()) as SessionAnswer).user ?? null;
export const emailOf = (member: { username: string }) => `${member.username}@example.org`;
export const query = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .all<Record<string, unknown>>();

/** Somebody with their password lost, and the token that came by mail. */
export async function newForgetful() {
  const member = await newMember();
  const email = emailOf(member);
  return { member, email, token: await askForLink(email) };
}
