import type { MailId } from "#app/domain/ids.ts";
import type { Locale } from "#app/i18n/config.ts";
import type { MailRow } from "#db/queries/mails.ts";
import { newId } from "#workers/crypto/random.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { deliverMail, retryAfterMs } from "./deliver-mail.ts";
import { getMailContent, type MailKind } from "./mail-content.ts";
import { createMailer } from "./mailer.ts";
import { renderMailHtml, renderMailText } from "./render-mail.ts";
import { sealMail } from "./seal-mail.ts";

type MailContext = Pick<RequestContext, "env" | "db" | "nowMs" | "waitUntil">;
type OutgoingMail = { readonly to: string; readonly locale: Locale; readonly mail: MailKind };

/** Sends a mail after the response. Its row must be stored already, usually in the batch of the change that it reports. */
export function deliverInBackground(context: MailContext, row: MailRow): void {
  if (row.nextTryAtMs !== null) context.waitUntil(deliverMail(context, row));
}

/** The row of a mail whose first attempt starts now. It goes to the outbox if the installation cannot send mail. */
export function createMailRow({ env, nowMs }: Pick<MailContext, "env" | "nowMs">, { to, locale, mail }: OutgoingMail): MailRow {
  const content = getMailContent(locale, mail);
  const validUntilMs = mail.kind === "reset" ? mail.expiresAtMs : null;
  const bodies = { text: renderMailText(content), html: renderMailHtml(locale, content) };
  const canSend = createMailer(env) !== null;
  return {
    id: newId<MailId>(),
    sealed: sealMail(env, { to, subject: content.subject, ...bodies, validUntilMs }),
    createdAtMs: nowMs,
    tries: canSend ? 1 : 0,
    nextTryAtMs: canSend ? nowMs + retryAfterMs(1) : null,
  };
}
