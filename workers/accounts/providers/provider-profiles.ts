import { z } from "zod";
import { parseDisplayName, parseEmail } from "#app/domain/accounts/account.ts";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import type { Provider } from "#app/domain/accounts/provider.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";

/** A user's identity at a provider. */
export type ProviderIdentity = {
  /** Permanent, unlike name and email. */
  readonly providerUserId: string;
  /** A valid display name; null if the provider has none. */
  readonly name: string | null;
  /** Texts to derive a username from, best first. */
  readonly usernameCandidates: readonly string[];
  /** Null if the provider has no valid email address. */
  readonly email: string | null;
  /**
   * Whether the provider has verified that the user receives mail at `email`. It never signs anyone in to an existing
   * account, but a password reset by mail to the same address keeps the link.
   */
  readonly isEmailVerified: boolean;
};

/** The access token of a token response. GitHub reports errors with status 200 and no token. */
export const TOKEN_SCHEMA = z
  .object({ access_token: z.string().min(1).max(4096) })
  .transform(({ access_token }) => access_token);

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? "");
const id = z.string().min(1).max(255);

/** Profile responses, parsed into an identity. */
export const PROFILE_SCHEMAS: Readonly<Record<Provider, z.ZodType<ProviderIdentity>>> = {
  google: z
    .object({ sub: id, name: text, email: text, email_verified: z.boolean().nullish() })
    .transform(({ sub, name, email, email_verified }) =>
      toIdentity(sub, { names: [name], email, isEmailVerified: email_verified === true, usernameCandidates: [name] }),
    ),
  github: z
    .object({ id: z.int(), login: id, name: text })
    .transform(({ id, login, name }) =>
      toIdentity(String(id), { names: [name, login], email: "", isEmailVerified: false, usernameCandidates: [login, name] }),
    ),
  spotify: z
    .object({ id, display_name: text, email: text })
    // Spotify does not verify emails: https://developer.spotify.com/documentation/web-api/reference/get-current-users-profile
    .transform(({ id, display_name: name, email }) =>
      toIdentity(id, { names: [name], email, isEmailVerified: false, usernameCandidates: [name, id] }),
    ),
};

/** The primary address of GitHub's list of emails; null if there is none. */
export const PRIMARY_EMAIL_SCHEMA = z
  .array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))
  .transform((emails) => {
    const primary = emails.find((email) => email.primary);
    return { email: parseEmailOrNull(primary?.email ?? ""), isEmailVerified: primary?.verified ?? false };
  });

type ProfileFields = Pick<ProviderIdentity, "isEmailVerified" | "usernameCandidates"> & {
  readonly names: readonly string[];
  readonly email: string;
};

function toIdentity(providerUserId: string, { names, email, ...rest }: ProfileFields): ProviderIdentity {
  const name = names.map(toDisplayName).find((parsed) => parsed !== null) ?? null;
  return { ...rest, providerUserId, name, email: parseEmailOrNull(email) };
}

function parseEmailOrNull(raw: string): string | null {
  const parsed = parseEmail(raw);
  return parsed.ok ? parsed.value : null;
}

/** Cuts a name to the maximum length. Null if it is not a valid display name. */
function toDisplayName(raw: string): string | null {
  const start = Array.from(toSingleLine(raw)).slice(0, accountLimits.displayNameChars);
  const parsed = parseDisplayName(start.join(""));
  return parsed.ok ? parsed.value : null;
}
