import { env } from "cloudflare:test";
import { vi } from "vitest";
import { createDb } from "#db/client.ts";
import { listOutbox } from "#db/queries/mails.ts";
import { type Client, newClient } from "#tests/workers/support/client.ts";
import { unsealMail } from "#workers/mail/sealed-mail.ts";

export type ReadMail = { readonly to: string; readonly subject: string; readonly text: string };

/** The outbox of one mailbox, the newest first. */
export async function mailsTo(to: string): Promise<readonly ReadMail[]> {
  const rows = await listOutbox(createDb(env.DB), 1000);
  return rows.flatMap(({ sealed }) => unsealMail(env, sealed) ?? []).filter((mail) => mail.to === to);
}

/** Waits for what happens behind an answer. */
export async function mailTo(to: string, count = 1): Promise<ReadMail> {
  return vi.waitFor(
    async () => {
      const mails = await mailsTo(to);
      const [newest] = mails;
      if (!newest || mails.length < count) throw new Error(`${mails.length} mails of ${count} to ${to}`);
      return newest;
    },
    { timeout: 5000, interval: 10 },
  );
}

export function tokenIn(mail: ReadMail): string {
  const { token = "" } = /\/reset-password\?token=(?<token>\S+)/.exec(mail.text)?.groups ?? {};
  return token;
}

/** Asks for a link, and takes it out of the mail. */
export async function askForLink(email: string, client: Client = newClient()): Promise<string> {
  const before = (await mailsTo(email)).length;
  await client.post("/api/auth/request-password-reset", { emailOrUsername: email });
  return tokenIn(await mailTo(email, before + 1));
}
