import { describe, expect, it } from "vitest";
import { toLocalPath } from "#app/domain/accounts/local-path.ts";

const ORIGIN = "https://tutti.test";

describe("redirect to an address from the request", () => {
  it("AC14 accepts a path of this origin", () => {
    for (const path of [
      "/",
      "/room/kitchen",
      "/room/кухня?tab=1#top",
      "/invite/x?next=https://a.example//b",
      "/@evil.example",
    ]) {
      expect(toLocalPath(path)).toBe(path);
    }
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "javascript:alert(1)",
    "evil.example",
    " /room",
    "\u0000/room",
    "/room\u007f",
    "",
    `/${"x".repeat(1000)}`,
  ])("AC14 goes to the home page instead of %j", (path) => {
    expect(toLocalPath(path)).toBe("/");
  });

  it("AC14 stays on this origin for every combination of special characters", () => {
    expect(toLocalPath(null)).toBe("/");
    const pieces = ["/", "\\", ".", "..", "%2f", "%5c", "\t", "\r\n", "evil.example", ":", "@", "?", "#", "\u2028", "a"];
    for (const a of pieces) {
      for (const b of pieces) {
        for (const c of pieces) {
          const { origin, pathname } = new URL(toLocalPath(`/${a}${b}${c}`), ORIGIN);
          // a browser may resolve the resulting path once more
          expect([origin, new URL(pathname, ORIGIN).origin], `/${a}${b}${c}`).toEqual([ORIGIN, ORIGIN]);
        }
      }
    }
  });
});
