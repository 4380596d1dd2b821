import { describe, expect, it } from "vitest";
import { localPath } from "#app/domain/accounts/local-path.ts";

const ORIGIN = "https://tutti.test";

describe("where somebody is sent on to", () => {
  it("AC14 is a page of this origin", () => {
    for (const path of [
      "/",
      "/room/kitchen",
      "/room/кухня?tab=1#top",
      "/invite/x?next=https://a.example//b",
      "/@evil.example",
    ]) {
      expect(localPath(path)).toBe(path);
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
  ])("AC14 is the first page in place of %j", (path) => {
    expect(localPath(path)).toBe("/");
  });

  it("AC14 is this origin to a browser, too, of whatever it is made", () => {
    expect(localPath(null)).toBe("/");
    const pieces = ["/", "\\", ".", "..", "%2f", "%5c", "\t", "\r\n", "evil.example", ":", "@", "?", "#", "\u2028", "a"];
    for (const a of pieces) {
      for (const b of pieces) {
        for (const c of pieces) {
          const { origin, pathname } = new URL(localPath(`/${a}${b}${c}`), ORIGIN);
          // and once more, when what was resolved is sent on
          expect([origin, new URL(pathname, ORIGIN).origin], `/${a}${b}${c}`).toEqual([ORIGIN, ORIGIN]);
        }
      }
    }
  });
});
