import { z } from "zod";
import type { MailId } from "#app/domain/ids.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { ok } from "#app/domain/result.ts";
import { listOutbox } from "#db/queries/mails.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import type { Mail } from "./mailer.ts";
import { unsealMail } from "./seal-mail.ts";

export type OutboxMail = Mail & { readonly id: MailId; readonly createdAtMs: number };

/** Functions of the developer pages. */
export const devFunctions = {
  listMails: defineFunction({
    kind: "query",
    access: superadmin,
    summary:
      "Returns the outbox: the mails of an installation that cannot send them. Mails that are queued for sending are not included.",
    returns: `\`mails\`, newest first, at most ${mailLimits.outboxMails}.`,
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
