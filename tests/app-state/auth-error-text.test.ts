import { describe, expect, it } from "vitest";
import { authErrorText } from "#app/app-state/auth-error-text.ts";
import type { ErrorCode } from "#app/domain/errors.ts";

const errorText = (code: ErrorCode, { provider = "" } = {}) => `${code} ${provider}`.trim();
const toText = (statusMessage: string, provider: "google" | null = null) =>
  authErrorText({ statusMessage, provider }, "login-failed", errorText);

describe("the text of a failed sign-in", () => {
  it("is the text of the response's code", () => {
    const failure = { code: "network", statusMessage: "" } as const;
    expect(authErrorText(failure, "login-failed", errorText)).toEqual({ text: "network", code: "network" });
  });

  it("is translated if the message is a text key", () => {
    expect(toText("auth.errors.email-taken")).toEqual({ text: "email-taken", code: "email-taken" });
  });

  it("is the raw message if that is not a text key", () => {
    expect(toText("The cellar is flooded")).toEqual({ text: "The cellar is flooded", code: undefined });
  });

  it("is the fallback if the message is empty or an unknown text key", () => {
    expect(toText("").text).toBe("login-failed");
    expect(toText("auth.errors.no-such-thing").text).toBe("login-failed");
  });

  it.each([
    ["google_oauth_failed", "provider-failed Google"],
    ["github_oauth_failed", "provider-failed GitHub"],
    ["spotify_oauth_failed", "provider-failed Spotify"],
  ])("names the provider that failed: %s", (statusMessage, text) => {
    expect(toText(statusMessage).text).toBe(text);
  });

  it("names the provider that the address contains", () => {
    expect(toText("auth.errors.provider-email-exists", "google").text).toBe("provider-email-exists Google");
  });

  it("is at most 200 characters of a raw message", () => {
    expect(toText("a".repeat(5000)).text).toHaveLength(200);
  });
});
