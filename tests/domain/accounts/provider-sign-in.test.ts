import { describe, expect, it } from "vitest";
import { decideProviderSignIn, type ProviderSignIn } from "#app/domain/accounts/provider-sign-in.ts";
import { userId } from "#tests/support/builders.ts";

const [MIRA, OTHER] = [userId("mira"), userId("other")];
const NEW: ProviderSignIn = {
  linkToUserId: null,
  linkedUserId: null,
  hasOtherAccount: false,
  email: "mira@example.org",
  isEmailTaken: false,
};
const refused = (error: string) => ({ ok: false, error });
const decided = (value: object) => ({ ok: true, value });

describe("sign-in with a provider", () => {
  it("AC13 opens the account that the provider account is linked to, whatever its email", () => {
    expect(decideProviderSignIn({ ...NEW, linkedUserId: MIRA })).toEqual(decided({ kind: "sign-in", userId: MIRA }));
    for (const email of [null, "another@example.org"]) {
      const changed = { ...NEW, linkedUserId: MIRA, email, isEmailTaken: true };
      expect(decideProviderSignIn(changed)).toEqual(decided({ kind: "sign-in", userId: MIRA }));
    }
  });

  it("AC13 creates an account only for a new email, and never opens an account by its email", () => {
    expect(decideProviderSignIn(NEW)).toEqual(decided({ kind: "sign-up", email: "mira@example.org" }));
    expect(decideProviderSignIn({ ...NEW, isEmailTaken: true })).toEqual(refused("provider-email-exists"));
    expect(decideProviderSignIn({ ...NEW, email: null })).toEqual(refused("provider-no-email"));
  });

  it("AC13 links a provider account that is not linked, whatever its email", () => {
    for (const email of [null, "mira@example.org"]) {
      for (const isEmailTaken of [true, false]) {
        expect(decideProviderSignIn({ ...NEW, linkToUserId: MIRA, email, isEmailTaken })).toEqual(decided({ kind: "link" }));
      }
    }
    const link = { ...NEW, linkToUserId: MIRA };
    expect(decideProviderSignIn({ ...link, linkedUserId: MIRA, hasOtherAccount: true })).toEqual(decided({ kind: "linked" }));
    expect(decideProviderSignIn({ ...link, linkedUserId: OTHER })).toEqual(refused("provider-linked-elsewhere"));
    expect(decideProviderSignIn({ ...link, hasOtherAccount: true })).toEqual(refused("provider-link-failed"));
  });
});
