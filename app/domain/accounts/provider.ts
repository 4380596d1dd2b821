import { fail, ok, type Result } from "#app/domain/result.ts";
import { trimEndOf } from "#app/domain/text/trim-end.ts";
import { accountLimits } from "./account-limits.ts";

/** The external accounts that people can sign in with (§1). */
export const PROVIDERS = ["google", "github", "spotify"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Brand names, which are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: "Google", github: "GitHub", spotify: "Spotify" };

export function isProvider(value: unknown): value is Provider {
  return (PROVIDERS as readonly unknown[]).includes(value);
}

/** The sign-in methods of an account. */
export type SignInMethods = {
  readonly hasPassword: boolean;
  readonly linked: readonly Provider[];
  /** The providers that this installation is configured for. Sign-in with any other is impossible. */
  readonly offered: readonly Provider[];
};

/** Whether a provider can be unlinked: the account has to keep a password or another offered provider (§5). */
export function decideUnlink({ hasPassword, linked, offered }: SignInMethods, provider: Provider): Result<null> {
  if (!linked.includes(provider)) return fail("provider-not-linked");
  const isUsable = (other: Provider) => other !== provider && offered.includes(other);
  return hasPassword || linked.some(isUsable) ? ok(null) : fail("provider-last-sign-in-method");
}

/**
 * A username for a person who signs up with a provider: the first candidate that makes a valid username, else `user`.
 * @param candidates names from the provider, the best first
 * @param number appended when the plain username is taken; 0 appends nothing
 */
export function suggestUsername(candidates: readonly (string | null)[], number: number): string {
  const suffix = number === 0 ? "" : `_${number}`;
  const [base = "user"] = candidates
    .map((candidate) => replaceInvalid(candidate ?? ""))
    .filter((name) => Array.from(name).length >= accountLimits.usernameCharsMin);
  return `${Array.from(base)
    .slice(0, accountLimits.usernameCharsMax - suffix.length)
    .join("")}${suffix}`;
}

function replaceInvalid(name: string): string {
  const valid = name.normalize("NFKC").replace(/[^\p{L}\p{M}\p{Nd}_]+|\p{Default_Ignorable_Code_Point}+/gu, "_");
  return trimEndOf(valid.replace(/^_+/, ""), "_");
}
