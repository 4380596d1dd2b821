import type { MailId } from "#app/domain/ids.ts";
import { insertMail, type MailRow } from "#db/queries/mails.ts";
import { newId } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import type { RequestLocale } from "#workers/http/request-locale.ts";
import { deliverMail, retryAfterMs } from "./deliver-mail.ts";
import { mailPage, mailPlain } from "./mail-page.ts";
import { mailerOf } from "./mailer.ts";
import { sealMail } from "./sealed-mail.ts";
import { type MailKind, mailText } from "./texts.ts";

type MailScope = Pick<RequestContext, "env" | "db" | "nowMs" | "waitUntil">;
type Letter = { readonly to: string; readonly locale: RequestLocale; readonly mail: MailKind };

/** Writes a mail down and sends it behind the answer; one that is not taken is tried again by the sweep. */
export async function sendMail(requestContext: MailScope, letter: Letter): Promise<void> {
  const row = mailRow(requestContext, letter);
  await insertMail(requestContext.db, row);
  sendWritten(requestContext, row);
}

/** The same of one that is written down with what it tells of. */
export function sendWritten(requestContext: MailScope, row: MailRow): void {
  if (row.nextTryAtMs !== null) requestContext.waitUntil(deliverMail(requestContext, row));
}

/** A mail as it is stored, on its first try; where nothing sends, it is for the outbox. */
export function mailRow({ env, nowMs }: Pick<MailScope, "env" | "nowMs">, { to, locale, mail }: Letter): MailRow {
  const text = mailText(locale, mail);
  const validUntilMs = mail.kind === "reset" ? mail.expiresAtMs : null;
  const written = { to, subject: text.subject, text: mailPlain(text), html: mailPage(locale, text), validUntilMs };
  const isSent = mailerOf(env) !== null;
  return {
    id: newId<MailId>(),
    sealed: sealMail(env, written),
    createdAtMs: nowMs,
    tries: isSent ? 1 : 0,
    nextTryAtMs: isSent ? nowMs + retryAfterMs(1) : null,
  };
}
