import { z } from "zod";
import { seal, unseal } from "#workers/crypto/seal.ts";
import type { Mail } from "./mailer.ts";

/** What of a mail is stored. One that leads somewhere is worth nothing once the way is closed. */
export type StoredMail = Mail & { readonly validUntilMs: number | null };

const schema = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  validUntilMs: z.number().nullable(),
});

export function sealMail(env: Env, mail: StoredMail): string {
  return seal(env.APP_SECRET, "mail", JSON.stringify(mail));
}

/** Null: it was sealed with a secret that is no longer this Worker's. */
export function unsealMail(env: Env, sealed: string): StoredMail | null {
  const opened = unseal(env.APP_SECRET, "mail", sealed);
  return opened === null ? null : schema.parse(JSON.parse(opened));
}
