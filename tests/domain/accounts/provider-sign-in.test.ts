import { describe, expect, it } from "vitest";
import { type Arrival, decideArrival } from "#app/domain/accounts/provider-sign-in.ts";
import { userId } from "#tests/support/builders.ts";

const [MIRA, OTHER] = [userId("mira"), userId("other")];
const NEW: Arrival = { linkFor: null, linkedTo: null, hasOther: false, email: "mira@example.org", isEmailTaken: false };
const refused = (error: string) => ({ ok: false, error });
const done = (value: object) => ({ ok: true, value });

describe("who comes back from a provider", () => {
  it("AC13 is signed in where that account is linked, and by nothing else", () => {
    expect(decideArrival({ ...NEW, linkedTo: MIRA })).toEqual(done({ kind: "sign-in", userId: MIRA }));
    // neither its email nor that it has none matters then
    for (const email of [null, "another@example.org"]) {
      const changed = { ...NEW, linkedTo: MIRA, email, isEmailTaken: true };
      expect(decideArrival(changed)).toEqual(done({ kind: "sign-in", userId: MIRA }));
    }
  });

  it("AC13 is never joined to an account by email, and signs up without one nowhere", () => {
    expect(decideArrival(NEW)).toEqual(done({ kind: "sign-up", email: "mira@example.org" }));
    expect(decideArrival({ ...NEW, isEmailTaken: true })).toEqual(refused("provider-email-exists"));
    expect(decideArrival({ ...NEW, email: null })).toEqual(refused("provider-no-email"));
  });

  it("AC13 links what is nobody's, whatever email it has", () => {
    for (const email of [null, "mira@example.org"]) {
      for (const isEmailTaken of [true, false]) {
        expect(decideArrival({ ...NEW, linkFor: MIRA, email, isEmailTaken })).toEqual(done({ kind: "link" }));
      }
    }
    const link = { ...NEW, linkFor: MIRA };
    expect(decideArrival({ ...link, linkedTo: MIRA, hasOther: true })).toEqual(done({ kind: "linked" }));
    expect(decideArrival({ ...link, linkedTo: OTHER })).toEqual(refused("provider-linked-elsewhere"));
    expect(decideArrival({ ...link, hasOther: true })).toEqual(refused("provider-link-failed"));
  });
});
