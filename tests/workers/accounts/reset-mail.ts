import { env } from "cloudflare:test";
import { createDb } from "#db/client.ts";
import { listOutbox } from "#db/queries/mails.ts";
import { waitFor } from "#tests/support/wait.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { unsealMail } from "#workers/mail/seal-mail.ts";

export type OutboxMail = { readonly to: string; readonly subject: string; readonly text: string };

/** The outbox's mails to an address, newest first. */
export async function listMailsTo(to: string): Promise<readonly OutboxMail[]> {
  const rows = await listOutbox(createDb(env.DB), 1000);
  return rows.flatMap(({ sealed }) => unsealMail(env, sealed) ?? []).filter((mail) => mail.to === to);
}

/** Waits until `count` mails to an address are in the outbox, as they are sent after the response. Returns the newest. */
export async function waitForMail(to: string, count = 1): Promise<OutboxMail> {
  return waitFor(async () => {
    const mails = await listMailsTo(to);
    const [newest] = mails;
    if (!newest || mails.length < count) throw new Error(`${mails.length} mails of ${count} to ${to}`);
    return newest;
  });
}

export function getResetToken(mail: OutboxMail): string {
  const { token = "" } = /\/reset-password\?token=(?<token>\S+)/.exec(mail.text)?.groups ?? {};
  return token;
}

/** Requests a reset link. Returns its token from the mail. */
export async function requestResetLink(email: string, client: Client = createClient()): Promise<string> {
  const before = (await listMailsTo(email)).length;
  await client.post("/api/auth/request-password-reset", { emailOrUsername: email });
  return getResetToken(await waitForMail(email, before + 1));
}
