import { describe, expect, it } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import {
  createProfileDraft,
  evaluateProfile,
  findProfileField,
  type ProfileDraft,
  pickErrors,
  toProfileErrors,
  withoutObsoleteErrors,
} from "#app/features/account/profile-draft.ts";

const SAVED = { name: "Mira", username: "mira", email: "mira@example.org", isEmailShown: false, hasPassword: true };
const evaluate = (edit: Partial<ProfileDraft>, saved = SAVED) =>
  evaluateProfile(saved, { ...createProfileDraft(saved), ...edit });

describe("a draft of a profile", () => {
  it("AC9 changes nothing at first, and then what was edited, trimmed", () => {
    expect(evaluate({})).toEqual({ change: {}, needsPassword: false, invalid: {} });
    expect(evaluate({ name: " Мира ", username: "mira" }).change).toEqual({ name: "Мира" });
    expect(evaluate({ isEmailShown: true }).change).toEqual({ isEmailShown: true });
  });

  it("needs the current password for another email", () => {
    const edit = { email: "other@example.org" };
    expect(evaluate(edit)).toMatchObject({ needsPassword: true, invalid: { currentPassword: "field-required" } });
    expect(evaluate({ ...edit, currentPassword: "secret" })).toEqual({ change: edit, needsPassword: true, invalid: {} });
  });

  it("needs none for the same email in other letters, nor for an account without a password", () => {
    expect(evaluate({ email: "Mira@Example.org" })).toMatchObject({
      needsPassword: false,
      change: { email: "Mira@Example.org" },
    });
    expect(evaluate({ email: "other@example.org" }, { ...SAVED, hasPassword: false })).toMatchObject({ needsPassword: false });
  });

  it("has the errors of what was edited", () => {
    const { invalid } = evaluate({ name: "", username: "a b", email: "nowhere" });
    expect(invalid).toMatchObject({ name: "field-required", username: "profile-username-invalid", email: "email-invalid" });
    expect(pickErrors(invalid, new Set(["email"]))).toEqual({ email: "email-invalid" });
  });
});

describe("a refused profile", () => {
  it.each<[ErrorCode, string | null]>([
    ["username-taken", "username"],
    ["email-taken", "email"],
    ["password-wrong", "currentPassword"],
    ["too-many-requests", null],
  ])("shows %s at its field: %s", (error, field) => {
    expect(findProfileField(error)).toBe(field);
    expect(toProfileErrors(error)).toEqual(field ? { [field]: error } : {});
  });

  it("is no longer refused for what was edited since", () => {
    const errors = { username: "username-taken", currentPassword: "password-wrong" } as const;
    expect(withoutObsoleteErrors(errors, { username: "mira2" })).toEqual({ currentPassword: "password-wrong" });
    expect(withoutObsoleteErrors(errors, { email: "mira@example.org" })).toEqual({ username: "username-taken" });
    expect(withoutObsoleteErrors(errors, { name: "Мира" })).toEqual(errors);
  });
});
