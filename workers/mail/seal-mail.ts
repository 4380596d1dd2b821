import { z } from "zod";
import { seal, unseal } from "#workers/crypto/seal.ts";
import type { Mail } from "./mailer.ts";

/** A mail as it is stored. `validUntilMs` is when its link expires; null if it has none. */
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

/** Null if the mail was sealed with an earlier secret. */
export function unsealMail(env: Env, sealed: string): StoredMail | null {
  const json = unseal(env.APP_SECRET, "mail", sealed);
  return json === null ? null : schema.parse(JSON.parse(json));
}
