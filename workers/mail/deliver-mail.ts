import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import type { Db } from "#db/client.ts";
import { claimMail, deleteMail, listDueMails, type MailRow } from "#db/queries/mails.ts";
import { logError } from "#workers/http/log-error.ts";
import { mailerOf } from "./mailer.ts";
import { unsealMail } from "./sealed-mail.ts";

type Post = { readonly env: Env; readonly db: Db; readonly nowMs: number };

const FIRST_WAIT_MS = 60_000;
const LONGEST_WAIT_MS = 60 * 60_000;
/** Mails in one run of the sweep; each may take as long as its provider is waited for. */
const AT_ONCE = 20;

/** How long a mail waits after so many tries: a minute, two, four, up to an hour. */
export function retryAfterMs(tries: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), LONGEST_WAIT_MS);
}

/**
 * Tries to send a mail that is claimed: its next try is written down already, so that one that is cut off here comes again.
 * Gone afterwards: what was taken, what leads nowhere any more, and what has been tried for a day.
 */
export async function deliverMail({ env, db, nowMs }: Post, row: MailRow): Promise<void> {
  const mailer = mailerOf(env);
  if (!mailer) return;
  const mail = unsealMail(env, row.sealed);
  const isWorthless = !mail || (mail.validUntilMs !== null && mail.validUntilMs <= nowMs);
  if (isWorthless) return deleteMail(db, row.id);
  const sent = await mailer(mail, row.id);
  if (sent.ok) return deleteMail(db, row.id);
  const isGivenUp = nowMs + retryAfterMs(row.tries) - row.createdAtMs > mailLimits.mailTriedMs;
  logError("mail", new Error(sent.error), { mail: row.id, tries: row.tries, after: isGivenUp ? "given up" : "tried again" });
  if (isGivenUp) await deleteMail(db, row.id);
}

/** Tries again what is due. Two runs at once never send the same mail: whoever claims it first does. */
export async function deliverDueMails(post: Post): Promise<void> {
  if (!mailerOf(post.env)) return;
  const due = await listDueMails(post.db, post.nowMs, AT_ONCE);
  await Promise.all(due.map((row) => tryAgain(post, row)));
}

async function tryAgain(post: Post, row: MailRow): Promise<void> {
  const claimed = await claimMail(post.db, row, post.nowMs + retryAfterMs(row.tries + 1));
  if (claimed) await deliverMail(post, claimed);
}
