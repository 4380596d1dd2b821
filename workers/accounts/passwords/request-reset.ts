import type { Context } from "hono";
import { z } from "zod";
import { parseEmail } from "#app/domain/accounts/account.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ResetRequestResponse } from "#app/protocol/http.ts";
import { findUserByLogin } from "#db/queries/users.ts";
import { errorSentence } from "#workers/http/error-sentence.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { getMailLinkOrigin } from "#workers/mail/mail-link-origin.ts";
import { allowResetRequest } from "#workers/rate-limits/password-reset-limits.ts";
import { reserveResetMail, sendResetLink } from "./reset-link.ts";

const requestSchema = z.object({ emailOrUsername: z.string().trim().min(1).max(300) });

/** Answers a request for a reset link. */
export async function requestReset(c: Context<AppEnv>): Promise<Response> {
  const { locale } = c.var.requestContext;
  const requested = await startReset(c).catch((error: unknown) => {
    logError("reset-request", error);
    return fail("reset-mail-failed" as const);
  });
  if (!requested.ok) {
    const error = errorSentence(requested.error, locale);
    const content: ResetRequestResponse = { success: false, error, email: null };
    return failure(requested.error, { texts: "auth.errors", content });
  }
  const body: ResetRequestResponse = { success: true, error: null, email: requested.value };
  return c.json(body, 200, NO_STORE);
}

/**
 * Stores the mail before it looks for the account, so that neither the response nor its time reveals whether the account
 * exists, while a mail that cannot be stored fails the request. Returns what was typed if that is an address.
 */
async function startReset(c: Context<AppEnv>): Promise<Result<string | null>> {
  const context = c.var.requestContext;
  const { env, db, nowMs, address, locale } = context;
  const input = await readJson(c.req.raw);
  if (!input.ok) return input;
  const parsed = requestSchema.safeParse(input.value);
  if (!parsed.success) return fail("all-fields-required");
  const allowed = await allowResetRequest(db, address, nowMs);
  if (!allowed.ok) return allowed;
  const login = parsed.data.emailOrUsername;
  // an installation may choose to reveal which accounts exist
  if (env.RESET_REVEALS_MISSING === "allow" && !(await findUserByLogin(db, login))) return fail("reset-user-not-found");
  const origin = getMailLinkOrigin(env);
  if (origin === null) return fail("reset-mail-not-configured");
  const request = { login, origin, locale };
  const reserved = await reserveResetMail(context, request);
  const send = async () => sendResetLink(context, await findUserByLogin(db, login), { ...request, reserved });
  context.waitUntil(send());
  const email = parseEmail(login);
  return ok(email.ok ? email.value : null);
}
