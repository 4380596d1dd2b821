import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

/** Somebody comes back from a provider, which has said who they are there. */
export type ProviderSignIn = {
  /** Whom they are to us already and want to link that account with; null: they want to sign in. */
  readonly linkFor: UserId | null;
  /** Whom that account of the provider signs in. */
  readonly linkedTo: UserId | null;
  /** `linkFor` has another account of the same provider linked. */
  readonly hasOther: boolean;
  /** Null: the provider has said none that could receive mail. */
  readonly email: string | null;
  /** Somebody has an account with that email. */
  readonly isEmailTaken: boolean;
};

export type ProviderSignInDecision =
  | { readonly kind: "sign-in"; readonly userId: UserId }
  | { readonly kind: "sign-up"; readonly email: string }
  | { readonly kind: "link" }
  /** It was linked before: nothing is to be done. */
  | { readonly kind: "linked" };

/** What becomes of them. An account that exists is never opened by an email: who only claims it would be let in. */
export function decideProviderSignIn(arrival: ProviderSignIn): Result<ProviderSignInDecision> {
  return arrival.linkFor === null ? decideSignIn(arrival) : decideLink(arrival, arrival.linkFor);
}

function decideLink({ linkedTo, hasOther }: ProviderSignIn, userId: UserId): Result<ProviderSignInDecision> {
  if (linkedTo) return linkedTo === userId ? ok({ kind: "linked" }) : fail("provider-linked-elsewhere");
  return hasOther ? fail("provider-link-failed") : ok({ kind: "link" });
}

function decideSignIn({ linkedTo, email, isEmailTaken }: ProviderSignIn): Result<ProviderSignInDecision> {
  if (linkedTo) return ok({ kind: "sign-in", userId: linkedTo });
  if (email === null) return fail("provider-no-email");
  return isEmailTaken ? fail("provider-email-exists") : ok({ kind: "sign-up", email });
}
