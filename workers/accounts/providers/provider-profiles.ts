import { z } from "zod";
import { parseDisplayName, parseEmail } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";

/** Somebody, as a provider knows them. */
export type ProviderIdentity = {
  /** Stays when all the rest changes. */
  readonly providerUserId: string;
  /** What they may be called here; null: nothing that shows. */
  readonly name: string | null;
  /** What their username may be made of, the best first. */
  readonly usernameWishes: readonly string[];
  /** Null where the provider says none that could receive mail. */
  readonly email: string | null;
  /** The provider has seen that mail to it reaches them. It opens nothing, but keeps a link when a password is reset. */
  readonly isEmailVerified: boolean;
};

/** Of what a code is exchanged for. GitHub says what went wrong with status 200 and no token. */
export const TOKEN = z.object({ access_token: z.string().min(1).max(4096) }).transform(({ access_token }) => access_token);

const text = z
  .string()
  .nullish()
  .transform((said) => said ?? "");
const id = z.string().min(1).max(255);

export const PROFILES: Readonly<Record<Provider, z.ZodType<ProviderIdentity>>> = {
  google: z
    .object({ sub: id, name: text, email: text, email_verified: z.boolean().nullish() })
    .transform(({ sub, name, email, email_verified }) =>
      identity(sub, { names: [name], email, isEmailVerified: email_verified === true, usernameWishes: [name] }),
    ),
  github: z
    .object({ id: z.int(), login: id, name: text })
    .transform(({ id, login, name }) =>
      identity(String(id), { names: [name, login], email: "", isEmailVerified: false, usernameWishes: [login, name] }),
    ),
  spotify: z
    .object({ id, display_name: text, email: text })
    // https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile: the email is unverified
    .transform(({ id, display_name: name, email }) =>
      identity(id, { names: [name], email, isEmailVerified: false, usernameWishes: [name, id] }),
    ),
};

/** Of GitHub's list the one that mail goes to; null where there is none. */
export const PRIMARY_EMAIL = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .transform((emails) => {
    const primary = emails.find((email) => email.primary);
    return { email: mailable(primary?.email ?? ""), isEmailVerified: primary?.verified ?? false };
  });

type Said = Pick<ProviderIdentity, "isEmailVerified" | "usernameWishes"> & {
  readonly names: readonly string[];
  readonly email: string;
};

function identity(providerUserId: string, { names, email, ...said }: Said): ProviderIdentity {
  const name = names.map(shorten).find((short) => short !== null) ?? null;
  return { ...said, providerUserId, name, email: mailable(email) };
}

function mailable(raw: string): string | null {
  const parsed = parseEmail(raw);
  return parsed.ok ? parsed.value : null;
}

/** As much of a name as there is room for. */
function shorten(raw: string): string | null {
  const start = Array.from(toSingleLine(raw)).slice(0, accountLimits.displayNameChars);
  const parsed = parseDisplayName(start.join(""));
  return parsed.ok ? parsed.value : null;
}
