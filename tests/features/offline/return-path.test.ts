import { expect, it } from "vitest";
import { readReturnPath } from "#app/features/offline/return-path.ts";

it("the offline page leads back to the page that was missed", () => {
  expect(readReturnPath(`?${new URLSearchParams({ from: "/room/kitchen?a=1" })}`)).toBe("/room/kitchen?a=1");
});

it("the offline page never leads to another site or to itself", () => {
  for (const from of ["", "https://elsewhere.test/", "//elsewhere.test", "/\\elsewhere.test", "/offline", "/offline?from=/"]) {
    expect(readReturnPath(`?${new URLSearchParams({ from })}`), from).toBe("/");
  }
  expect(readReturnPath("")).toBe("/");
});
