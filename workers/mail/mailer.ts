import type { MailId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { createApiMailer } from "./api-mailer.ts";
import { createPlatformMailer } from "./platform-mailer.ts";

export type Mail = {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
};

/** Why a mail was not accepted. It is logged, so it never contains parts of the mail. */
export type MailError = string;

/** Sends one mail. It never throws. The provider uses the id to recognize a mail that it has accepted before. */
export type Mailer = (mail: Mail, id: MailId) => Promise<Result<null, MailError>>;

/** Null if this installation cannot send mail. Mails then stay in the outbox. */
export function createMailer(env: Env): Mailer | null {
  const { MAIL_FROM: from, MAIL_API_KEY: key, MAIL_API_URL: url, MAIL: binding } = env;
  if (!from) return null;
  if (key) return createApiMailer({ from, key, ...(url && { url }) });
  return binding ? createPlatformMailer(binding, from) : null;
}
