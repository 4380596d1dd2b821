import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { HOUR_MS, MINUTE_MS } from "#app/domain/units.ts";
import { backoffMs } from "#app/lib/retry.ts";
import type { Db } from "#db/client.ts";
import { claimMail, deleteMail, listDueMails, type MailRow } from "#db/queries/mails.ts";
import { logError } from "#workers/http/log-error.ts";
import { createMailer } from "./mailer.ts";
import { unsealMail } from "./seal-mail.ts";

type DeliveryContext = { readonly env: Env; readonly db: Db; readonly nowMs: number };

const RETRY_BACKOFF = { firstMs: MINUTE_MS, maxMs: HOUR_MS };
/** Mails per run of the sweep. Each may take as long as the mailer's timeout. */
const DUE_MAILS_PER_RUN = 20;

/** The delay after the given number of attempts: 1 min, 2 min, 4 min, up to an hour. Without jitter. */
export function retryAfterMs(attempts: number): number {
  return backoffMs(attempts - 1, 1, RETRY_BACKOFF);
}

/**
 * Tries to send a mail that this call has claimed. Its next attempt is stored already, so an interrupted delivery is retried.
 * The mail is deleted if it was accepted, if its link has expired, or if attempts have failed for a day.
 */
export async function deliverMail({ env, db, nowMs }: DeliveryContext, row: MailRow): Promise<void> {
  const sendMail = createMailer(env);
  if (!sendMail) return;
  const mail = unsealMail(env, row.sealed);
  const isObsolete = !mail || (mail.validUntilMs !== null && mail.validUntilMs <= nowMs);
  if (isObsolete) return deleteMail(db, row.id);
  const sent = await sendMail(mail, row.id);
  if (sent.ok) return deleteMail(db, row.id);
  const isGivenUp = nowMs + retryAfterMs(row.tries) - row.createdAtMs > mailLimits.mailRetryMs;
  const next = isGivenUp ? "given up" : "retry scheduled";
  logError("mail", new Error(sent.error), { mail: row.id, attempts: row.tries, next });
  if (isGivenUp) await deleteMail(db, row.id);
}

/** Retries the mails that are due. Simultaneous runs do not send a mail twice, because each claims it first. */
export async function deliverDueMails(context: DeliveryContext): Promise<void> {
  if (!createMailer(context.env)) return;
  const due = await listDueMails(context.db, context.nowMs, DUE_MAILS_PER_RUN);
  await Promise.all(due.map((row) => claimAndDeliver(context, row)));
}

async function claimAndDeliver(context: DeliveryContext, row: MailRow): Promise<void> {
  const claimed = await claimMail(context.db, row, context.nowMs + retryAfterMs(row.tries + 1));
  if (claimed) await deliverMail(context, claimed);
}
