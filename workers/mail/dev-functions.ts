import { z } from "zod";
import type { MailId } from "#app/domain/ids.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { ok } from "#app/domain/result.ts";
import { listOutbox } from "#db/queries/mails.ts";
import { superadminFunction } from "#workers/functions/define.ts";
import type { Mail } from "./mailer.ts";
import { unsealMail } from "./sealed-mail.ts";

export type OutboxMail = Mail & { readonly id: MailId; readonly createdAtMs: number };

/** What developers see of the insides. */
export const dev = {
  listMails: superadminFunction("query", {
    summary: "The outbox: mail of an installation that has no way to send any. What waits to be sent is shown to nobody.",
    returns: `\`mails\`, the newest first, at most ${mailLimits.outboxMails}.`,
    args: z.strictObject({}),
    handler: async ({ env, db }) => {
      const rows = await listOutbox(db, mailLimits.outboxMails);
      const mails = rows.flatMap(({ id, createdAtMs, sealed }): OutboxMail[] => {
        const mail = unsealMail(env, sealed);
        if (!mail) return [];
        const { to, subject, text, html } = mail;
        return [{ id, createdAtMs, to, subject, text, html }];
      });
      return ok({ mails });
    },
  }),
};
