import { describe, expect, it } from "vitest";
import {
  newPasswordErrors,
  parseProfileUsername,
  parseUsername,
  profileChange,
  profileErrors,
} from "#app/domain/accounts/account.ts";
import {
  decideUnlink,
  isProvider,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
  usernameFrom,
} from "#app/domain/accounts/provider.ts";

describe("a profile", () => {
  it("AC8 a username of the profile has 1 to 30 letters, digits or underscores", () => {
    for (const good of ["я", "_", "x".repeat(30), "ИВАН_1990"]) expect(parseProfileUsername(good).ok).toBe(true);
    for (const bad of ["x".repeat(31), "a b", "a@b", "ivan\ufe0f", "\u3164"]) {
      expect(parseProfileUsername(bad)).toEqual({ ok: false, error: "profile-username-invalid" });
    }
    expect(parseProfileUsername("  ")).toEqual({ ok: false, error: "field-required" });
    expect(parseUsername("я")).toEqual({ ok: false, error: "username-invalid" });
  });

  it("AC9 only what differs is sent, trimmed", () => {
    const now = { name: "Мира", username: "mira", email: "mira@example.org" };
    expect(profileChange(now, { name: " Мира ", username: "mira", email: "mira@example.org " })).toEqual({});
    expect(profileChange(now, { ...now, name: " Мира   С. " })).toEqual({ name: "Мира С." });
    expect(profileChange(now, { ...now, username: "Mira" })).toEqual({ username: "Mira" });
    expect(profileChange(now, { ...now, email: " not one " })).toEqual({ email: "not one" });
  });

  it("AC9 what is not to change is not judged", () => {
    expect(profileErrors({})).toEqual({});
    expect(profileErrors({ name: "x".repeat(21), username: "a-b", email: "@" })).toEqual({
      name: "name-too-long",
      username: "profile-username-invalid",
      email: "email-invalid",
    });
  });
});

describe("a new password", () => {
  it("AC15 is valid, and the same both times", () => {
    expect(newPasswordErrors("battery staple", "battery staple")).toEqual({});
    expect(newPasswordErrors("", "")).toEqual({ password: "field-required", again: "field-required" });
    expect(newPasswordErrors("12345", "12345")).toEqual({ password: "password-too-short" });
    expect(newPasswordErrors("x".repeat(201), "")).toEqual({ password: "password-too-long", again: "field-required" });
    expect(newPasswordErrors("battery staple", "battery Staple")).toEqual({ again: "passwords-differ" });
  });
});

describe("other ways in", () => {
  it("AC10 a provider goes while something else lets its owner in", () => {
    const refused = (error: string) => ({ ok: false, error });
    const decide = (hasPassword: boolean, linked: readonly Provider[], offered = PROVIDERS as readonly Provider[]) =>
      decideUnlink({ hasPassword, linked, offered }, "github");
    expect(decide(true, [])).toEqual(refused("provider-not-linked"));
    expect(decide(false, ["google"])).toEqual(refused("provider-not-linked"));
    expect(decide(false, ["github"])).toEqual(refused("provider-last-way-in"));
    expect(decide(true, ["github"]).ok).toBe(true);
    expect(decide(false, ["github", "spotify"]).ok).toBe(true);
    // nobody signs in with what this installation has no keys for
    expect(decide(false, ["github", "spotify"], ["github", "google"])).toEqual(refused("provider-last-way-in"));
    expect(decide(false, ["github", "spotify"], ["spotify"]).ok).toBe(true);
  });

  it("AC10 providers are those that the product knows", () => {
    expect(PROVIDERS.map((provider) => PROVIDER_NAMES[provider])).toEqual(["Google", "GitHub", "Spotify"]);
    expect(isProvider("github")).toBe(true);
    for (const other of ["GitHub", "constructor", "", undefined]) expect(isProvider(other)).toBe(false);
  });

  it("AC11 a username is made of what the provider says, and is always allowed", () => {
    expect(usernameFrom(["mira-sokolova"], 0)).toBe("mira_sokolova");
    expect(usernameFrom([null, "Мира Соколова"], 0)).toBe("Мира_Соколова");
    expect(usernameFrom(["!!", "ab", "mira"], 0)).toBe("mira");
    expect(usernameFrom(["a\u200bb\u3164c"], 0)).toBe("a_b_c");
    expect(usernameFrom([], 0)).toBe("user");
    expect(usernameFrom(["mira"], 12)).toBe("mira_12");
    const strange = ["x".repeat(100), "😀😀😀", "𝕄𝕚𝕣𝕒", "__a__", "é".normalize("NFD").repeat(30), "\u0301\u0301\u0301"];
    for (const wish of strange) {
      for (const number of [0, 7, 123_456]) expect(parseUsername(usernameFrom([wish], number)).ok).toBe(true);
    }
  });
});
