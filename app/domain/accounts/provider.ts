import { fail, ok, type Result } from "#app/domain/result.ts";
import { accountLimits } from "./account-limits.ts";

/** Who else can say who somebody is (SPEC §1). */
export const PROVIDERS = ["google", "github", "spotify"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** As they call themselves, in every language. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = { google: "Google", github: "GitHub", spotify: "Spotify" };

export function isProvider(value: unknown): value is Provider {
  return (PROVIDERS as readonly unknown[]).includes(value);
}

/** What lets somebody into their account. */
export type SignInMethods = {
  readonly hasPassword: boolean;
  readonly linked: readonly Provider[];
  /** By this installation: nobody signs in with another. */
  readonly offered: readonly Provider[];
};

/** A provider goes while a password or another provider, which is offered, stays (§5). */
export function decideUnlink({ hasPassword, linked, offered }: SignInMethods, provider: Provider): Result<null> {
  if (!linked.includes(provider)) return fail("provider-not-linked");
  const isOtherWay = (other: Provider) => other !== provider && offered.includes(other);
  return hasPassword || linked.some(isOtherWay) ? ok(null) : fail("provider-last-way-in");
}

/**
 * The first username of somebody who comes from a provider: what is allowed of `wishes`, the best first, else `user`;
 * with a number where it is taken.
 * @param number 0: as it is
 */
export function usernameFrom(wishes: readonly (string | null)[], number: number): string {
  const suffix = number === 0 ? "" : `_${number}`;
  const [base = "user"] = wishes
    .map((wish) => reduce(wish ?? ""))
    .filter((wish) => Array.from(wish).length >= accountLimits.usernameCharsMin);
  return `${Array.from(base)
    .slice(0, accountLimits.usernameCharsMax - suffix.length)
    .join("")}${suffix}`;
}

function reduce(wish: string): string {
  return wish
    .normalize("NFKC")
    .replace(/[^\p{L}\p{M}\p{Nd}_]+|\p{Default_Ignorable_Code_Point}+/gu, "_")
    .replace(/^_+|_+$/g, "");
}
