import { expect, it } from "vitest";
import { readListQuery, withListQuery } from "#app/features/rooms/list-query.ts";

const MEMBER = { isGuest: false };

it("a list's address says what is not as usual, and leads back to the same list", () => {
  const query = { tab: "mine", search: "Ёлка at night", sort: "oldest", isFavoritesOnly: true } as const;
  const address = withListQuery(new URLSearchParams("error=google_oauth_failed"), query);
  expect(address.toString()).toBe(
    "error=google_oauth_failed&tab=mine&q=%D0%81%D0%BB%D0%BA%D0%B0+at+night&sort=oldest&favorites=1",
  );
  expect(readListQuery(address, MEMBER)).toEqual(query);
  const usual = readListQuery(new URLSearchParams(), MEMBER);
  expect(withListQuery(address, usual).toString()).toBe("error=google_oauth_failed");
});

it("what an address cannot mean is as usual", () => {
  const usual = readListQuery(new URLSearchParams(), MEMBER);
  expect(readListQuery(new URLSearchParams("tab=ours&sort=size&favorites=yes"), MEMBER)).toEqual(usual);
  expect(readListQuery(new URLSearchParams("tab=mine&favorites=1"), { isGuest: true })).toEqual(usual);
  expect(readListQuery(new URLSearchParams({ q: "x".repeat(500) }), MEMBER).search.length).toBe(200);
});
