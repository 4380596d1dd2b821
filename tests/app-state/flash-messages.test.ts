import { describe, expect, it } from "vitest";
import { readAuthMessage, withFlashMessages } from "#app/app-state/flash-messages.ts";

const search = (query: string) => new URLSearchParams(query);

describe("the address after a failed sign-in", () => {
  it("has the reason, and the provider if it is one", () => {
    expect(readAuthMessage(search("error=google_oauth_failed&provider=google"))).toEqual({
      statusMessage: "google_oauth_failed",
      provider: "google",
    });
    expect(readAuthMessage(search("error=auth.errors.x"))).toEqual({ statusMessage: "auth.errors.x", provider: null });
    expect(readAuthMessage(search("error=x&provider=myspace"))).toEqual({ statusMessage: "x", provider: null });
  });

  it("has nothing to report without a reason", () => {
    for (const query of ["", "error=", "success=linked&provider=google"]) expect(readAuthMessage(search(query))).toBeNull();
  });
});

describe("a redirect", () => {
  it("takes the messages of the address with it, and nothing else", () => {
    const from = search("error=a%26b&success=linked&provider=google&showAuth=true&token=secret");
    expect(withFlashMessages("/room/kitchen?tab=people#chat", from)).toBe(
      "/room/kitchen?tab=people&error=a%26b&success=linked&provider=google#chat",
    );
  });

  it("replaces an older message, and keeps its path without one", () => {
    expect(withFlashMessages("/?error=old", search("error=new"))).toBe("/?error=new");
    expect(withFlashMessages("/settings?tab=a", search(""))).toBe("/settings?tab=a");
  });

  it("stays on this site", () => {
    expect(withFlashMessages("https://elsewhere.example/a", search("error=x"))).toBe("/a?error=x");
    expect(withFlashMessages("//elsewhere.example/a", search("error=x"))).toBe("/a?error=x");
  });
});
