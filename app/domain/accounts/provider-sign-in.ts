import type { UserId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";

/** The situation of a person who returns from a provider, which has identified their provider account. */
export type ProviderSignIn = {
  /** The signed-in user who wants to link the provider account; null if the person wants to sign in. */
  readonly linkToUserId: UserId | null;
  /** The user to whom the provider account is linked already. */
  readonly linkedUserId: UserId | null;
  /** `linkToUserId` has linked another account of the same provider. */
  readonly hasOtherAccount: boolean;
  /** Null if the provider gave no valid address. */
  readonly email: string | null;
  /** Another user has an account with this email. */
  readonly isEmailTaken: boolean;
};

export type ProviderSignInDecision =
  | { readonly kind: "sign-in"; readonly userId: UserId }
  | { readonly kind: "sign-up"; readonly email: string }
  | { readonly kind: "link" }
  /** The account was linked before, so nothing changes. */
  | { readonly kind: "linked" };

/**
 * Decides whether the person is signed in, gets a new account or links an account. An email never opens an existing
 * account: a provider may report an address that the person does not own.
 */
export function decideProviderSignIn(signIn: ProviderSignIn): Result<ProviderSignInDecision> {
  return signIn.linkToUserId === null ? decideSignIn(signIn) : decideLink(signIn, signIn.linkToUserId);
}

function decideLink({ linkedUserId, hasOtherAccount }: ProviderSignIn, userId: UserId): Result<ProviderSignInDecision> {
  if (linkedUserId) return linkedUserId === userId ? ok({ kind: "linked" }) : fail("provider-linked-elsewhere");
  return hasOtherAccount ? fail("provider-link-failed") : ok({ kind: "link" });
}

function decideSignIn({ linkedUserId, email, isEmailTaken }: ProviderSignIn): Result<ProviderSignInDecision> {
  if (linkedUserId) return ok({ kind: "sign-in", userId: linkedUserId });
  if (email === null) return fail("provider-no-email");
  return isEmailTaken ? fail("provider-email-exists") : ok({ kind: "sign-up", email });
}
