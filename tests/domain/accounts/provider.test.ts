import { describe, expect, it } from "vitest";
import { parseUsername } from "#app/domain/accounts/account.ts";
import {
  decideUnlink,
  isProvider,
  PROVIDER_NAMES,
  PROVIDERS,
  type Provider,
  suggestUsername,
} from "#app/domain/accounts/provider.ts";

describe("providers", () => {
  it("AC10 a provider can be unlinked while the account keeps another sign-in method", () => {
    const refused = (error: string) => ({ ok: false, error });
    const decide = (hasPassword: boolean, linked: readonly Provider[], offered = PROVIDERS as readonly Provider[]) =>
      decideUnlink({ hasPassword, linked, offered }, "github");
    expect(decide(true, [])).toEqual(refused("provider-not-linked"));
    expect(decide(false, ["google"])).toEqual(refused("provider-not-linked"));
    expect(decide(false, ["github"])).toEqual(refused("provider-last-sign-in-method"));
    expect(decide(true, ["github"]).ok).toBe(true);
    expect(decide(false, ["github", "spotify"]).ok).toBe(true);
    // a provider that this installation is not configured for is no sign-in method
    expect(decide(false, ["github", "spotify"], ["github", "google"])).toEqual(refused("provider-last-sign-in-method"));
    expect(decide(false, ["github", "spotify"], ["spotify"]).ok).toBe(true);
  });

  it("AC10 only the providers of the product are valid", () => {
    expect(PROVIDERS.map((provider) => PROVIDER_NAMES[provider])).toEqual(["Google", "GitHub", "Spotify"]);
    expect(isProvider("github")).toBe(true);
    for (const other of ["GitHub", "constructor", "", undefined]) expect(isProvider(other)).toBe(false);
  });

  it("AC11 a suggested username comes from the provider's names and is always valid", () => {
    expect(suggestUsername(["mira-sokolova"], 0)).toBe("mira_sokolova");
    expect(suggestUsername([null, "Мира Соколова"], 0)).toBe("Мира_Соколова");
    expect(suggestUsername(["!!", "ab", "mira"], 0)).toBe("mira");
    expect(suggestUsername(["a\u200bb\u3164c"], 0)).toBe("a_b_c");
    expect(suggestUsername([], 0)).toBe("user");
    expect(suggestUsername(["mira"], 12)).toBe("mira_12");
    const unusual = ["x".repeat(100), "😀😀😀", "𝕄𝕚𝕣𝕒", "__a__", "é".normalize("NFD").repeat(30), "\u0301\u0301\u0301"];
    for (const name of unusual) {
      for (const number of [0, 7, 123_456]) expect(parseUsername(suggestUsername([name], number)).ok).toBe(true);
    }
  });
});
