import type { MailId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { apiMailer } from "./api-mailer.ts";
import { platformMailer } from "./platform-mailer.ts";

/** A mail as it is handed over. */
export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Why a mail was not taken: for the log, so nothing of the mail itself. */
export type MailFault = string;

/** A way to send mail. It never throws. The id lets a provider know one that it has taken before. */
export type Mailer = (mail: Mail, id: MailId) => Promise<Result<null, MailFault>>;

/** Null: this installation sends no mail, and it stays in the outbox. */
export function mailerOf(env: Env): Mailer | null {
  const { MAIL_FROM: from, MAIL_API_KEY: key, MAIL_API_URL: url, MAIL: binding } = env;
  if (!from) return null;
  if (key) return apiMailer({ from, key, ...(url && { url }) });
  return binding ? platformMailer(binding, from) : null;
}
