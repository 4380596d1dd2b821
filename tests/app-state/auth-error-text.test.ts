import { describe, expect, it } from "vitest";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { ErrorCode } from "#app/domain/errors.ts";

const errorText = (code: ErrorCode, { provider = "" } = {}) => `${code} ${provider}`.trim();
const textOf = (statusMessage: string, provider: "google" | null = null) =>
  authErrorText({ statusMessage, provider }, "login-failed", errorText);

describe("what is shown for a refusal", () => {
  it("is our text where the server names one", () => {
    expect(textOf("auth.errors.email-taken")).toEqual({ text: "email-taken", code: "email-taken" });
    expect(textOf("errors.network").text).toBe("network");
  });

  it("is the server's own words where they are not the name of a text", () => {
    expect(textOf("The cellar is flooded")).toEqual({ text: "The cellar is flooded", code: undefined });
  });

  it("is the fallback where there are no words, or the name of no text", () => {
    expect(textOf("").text).toBe("login-failed");
    expect(textOf("auth.errors.no-such-thing").text).toBe("login-failed");
  });

  it.each([
    ["google_oauth_failed", "provider-failed Google"],
    ["github_oauth_failed", "provider-failed GitHub"],
    ["spotify_oauth_failed", "provider-failed Spotify"],
  ])("says who has failed: %s", (statusMessage, text) => {
    expect(textOf(statusMessage).text).toBe(text);
  });

  it("names the provider that the text is about", () => {
    expect(textOf("auth.errors.provider-email-exists", "google").text).toBe("provider-email-exists Google");
  });

  it("is cut where it goes on and on: an address may say anything", () => {
    expect(textOf("a".repeat(5000)).text).toHaveLength(200);
  });
});
