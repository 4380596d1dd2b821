import { describe, expect, it } from "vitest";
import {
  diffProfile,
  maskEmail,
  parseDisplayName,
  parseEmail,
  parsePassword,
  parseProfileUsername,
  parseUsername,
  validateNewPassword,
  validateProfile,
  validateRegistration,
} from "#app/domain/accounts/account.ts";

describe("sign-up", () => {
  it("AC1 a display name has 1 to 20 characters as people count them", () => {
    expect(parseDisplayName("  Мира \t Соколова ")).toEqual({ ok: true, value: "Мира Соколова" });
    expect(parseDisplayName("😀".repeat(20)).ok).toBe(true);
    expect(parseDisplayName("x".repeat(21))).toEqual({ ok: false, error: "name-too-long" });
    expect(parseDisplayName(" \u0000 ")).toEqual({ ok: false, error: "field-required" });
  });

  it("AC1 a display name has no invisible characters and at least one visible one", () => {
    for (const invisible of ["\u200b", "\u200d\ufe0f", "\u3164\u2060"]) {
      expect(parseDisplayName(invisible)).toEqual({ ok: false, error: "field-required" });
    }
    expect(parseDisplayName("Mira\u202egnp.exe")).toEqual({ ok: true, value: "Miragnp.exe" });
    for (const joined of ["👩‍👩‍👧", "❤️", "می‌خواهم"]) {
      expect(parseDisplayName(joined)).toEqual({ ok: true, value: joined });
    }
  });

  it("AC2 a username has 3 to 20 letters, digits or underscores", () => {
    for (const valid of ["abc", "ИВАН_1990", "Zoë", "x".repeat(20)]) expect(parseUsername(valid).ok).toBe(true);
    for (const invalid of ["ab", "x".repeat(21), "a b c", "a-b-c", "a@b", "😀😀😀", "ivan\ufe0f", "\u3164\u3164\u3164"]) {
      expect(parseUsername(invalid)).toEqual({ ok: false, error: "username-invalid" });
    }
  });

  it("AC3 an email has the form of an email address", () => {
    for (const valid of ["a@b.co", " Mira+x@mail.example.org "]) expect(parseEmail(valid).ok).toBe(true);
    for (const invalid of ["a", "a@b", "@b.co", "a b@c.co", "a@b..co", "a@-b.co", `${"x".repeat(250)}@b.co`]) {
      expect(parseEmail(invalid)).toEqual({ ok: false, error: "email-invalid" });
    }
  });

  it("AC4 a password has 6 to 200 characters, spaces included", () => {
    expect(parsePassword("12345")).toEqual({ ok: false, error: "password-too-short" });
    expect(parsePassword("      ").ok).toBe(true);
    expect(parsePassword("x".repeat(201))).toEqual({ ok: false, error: "password-too-long" });
  });

  it("AC4 a sign-up form reports the errors of all its fields", () => {
    expect(validateRegistration({ name: "", username: "x", email: "y", password: "" })).toEqual({
      name: "field-required",
      username: "username-invalid",
      email: "email-invalid",
      password: "field-required",
    });
    const valid = { name: "Mira", username: "mira", email: "m@e.org", password: "secret" };
    expect(validateRegistration(valid)).toEqual({});
  });
});

describe("profile", () => {
  it("AC6 a masked email shows its first letter and its domain", () => {
    expect(maskEmail("mira@example.org")).toBe("m••••@example.org");
    expect(maskEmail("@")).toBe("••••");
  });

  it("AC8 a username in the profile has 1 to 30 letters, digits or underscores", () => {
    for (const valid of ["я", "_", "x".repeat(30), "ИВАН_1990"]) expect(parseProfileUsername(valid).ok).toBe(true);
    for (const invalid of ["x".repeat(31), "a b", "a@b", "ivan\ufe0f", "\u3164"]) {
      expect(parseProfileUsername(invalid)).toEqual({ ok: false, error: "profile-username-invalid" });
    }
    expect(parseProfileUsername("  ")).toEqual({ ok: false, error: "field-required" });
    expect(parseUsername("я")).toEqual({ ok: false, error: "username-invalid" });
  });

  it("AC9 only changed fields are sent, trimmed", () => {
    const current = { name: "Мира", username: "mira", email: "mira@example.org" };
    expect(diffProfile(current, { name: " Мира ", username: "mira", email: "mira@example.org " })).toEqual({});
    expect(diffProfile(current, { ...current, name: " Мира   С. " })).toEqual({ name: "Мира С." });
    expect(diffProfile(current, { ...current, username: "Mira" })).toEqual({ username: "Mira" });
    expect(diffProfile(current, { ...current, email: " not one " })).toEqual({ email: "not one" });
  });

  it("AC9 unchanged fields are not validated", () => {
    expect(validateProfile({})).toEqual({});
    expect(validateProfile({ name: "x".repeat(21), username: "a-b", email: "@" })).toEqual({
      name: "name-too-long",
      username: "profile-username-invalid",
      email: "email-invalid",
    });
  });

  it("AC15 a new password is valid and equals its confirmation", () => {
    expect(validateNewPassword("battery staple", "battery staple")).toEqual({});
    expect(validateNewPassword("", "")).toEqual({ password: "field-required", again: "field-required" });
    expect(validateNewPassword("12345", "12345")).toEqual({ password: "password-too-short" });
    expect(validateNewPassword("x".repeat(201), "")).toEqual({ password: "password-too-long", again: "field-required" });
    expect(validateNewPassword("battery staple", "battery Staple")).toEqual({ again: "passwords-differ" });
  });
});
