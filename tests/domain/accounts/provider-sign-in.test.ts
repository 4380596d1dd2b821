import { describe, expect, it } from "vitest";
import { decideProviderSignIn, type ProviderSignIn } from "#app/domain/accounts/provider-sign-in.ts";
import { userId } from "#tests/support/builders.ts";

const [MIRA, OTHER] = [userId("mira"), userId("other")];
const NEW: ProviderSignIn = { linkFor: null, linkedTo: null, hasOther: false, email: "mira@example.org", isEmailTaken: false };
const refused = (error: string) => ({ ok: false, error });
const done = (value: object) => ({ ok: true, value });

describe("who comes back from a provider", () => {
  it("AC13 is signed in where that account is linked, and by nothing else", () => {
    expect(decideProviderSignIn({ ...NEW, linkedTo: MIRA })).toEqual(done({ kind: "sign-in", userId: MIRA }));
    // neither its email nor that it has none matters then
    for (const email of [null, "another@example.org"]) {
      const changed = { ...NEW, linkedTo: MIRA, email, isEmailTaken: true };
      expect(decideProviderSignIn(changed)).toEqual(done({ kind: "sign-in", userId: MIRA }));
    }
  });

  it("AC13 is never joined to an account by email, and signs up without one nowhere", () => {
    expect(decideProviderSignIn(NEW)).toEqual(done({ kind: "sign-up", email: "mira@example.org" }));
    expect(decideProviderSignIn({ ...NEW, isEmailTaken: true })).toEqual(refused("provider-email-exists"));
    expect(decideProviderSignIn({ ...NEW, email: null })).toEqual(refused("provider-no-email"));
  });

  it("AC13 links what is nobody's, whatever email it has", () => {
    for (const email of [null, "mira@example.org"]) {
      for (const isEmailTaken of [true, false]) {
        expect(decideProviderSignIn({ ...NEW, linkFor: MIRA, email, isEmailTaken })).toEqual(done({ kind: "link" }));
      }
    }
    const link = { ...NEW, linkFor: MIRA };
    expect(decideProviderSignIn({ ...link, linkedTo: MIRA, hasOther: true })).toEqual(done({ kind: "linked" }));
    expect(decideProviderSignIn({ ...link, linkedTo: OTHER })).toEqual(refused("provider-linked-elsewhere"));
    expect(decideProviderSignIn({ ...link, hasOther: true })).toEqual(refused("provider-link-failed"));
  });
});
