import { expect, it } from "vitest";
import { readListQuery, withListQuery } from "#app/features/rooms/list-query.ts";

const MEMBER = { isGuest: false };
const GUEST = { isGuest: true };

it("an address holds only the values that differ from the defaults, and reads back as the same query", () => {
  const query = { tab: "mine", search: "Ёлка at night", sort: "oldest", isFavoritesOnly: true } as const;
  const params = withListQuery(new URLSearchParams("error=google_oauth_failed"), query);
  expect(params.toString()).toBe(
    "error=google_oauth_failed&tab=mine&q=%D0%81%D0%BB%D0%BA%D0%B0+at+night&sort=oldest&favorites=1",
  );
  expect(readListQuery(params, MEMBER)).toEqual(query);
  const defaults = readListQuery(new URLSearchParams(), MEMBER);
  expect(withListQuery(params, defaults).toString()).toBe("error=google_oauth_failed");
});

it("invalid values in an address become the defaults", () => {
  const defaults = readListQuery(new URLSearchParams(), MEMBER);
  expect(readListQuery(new URLSearchParams("tab=ours&sort=size&favorites=yes"), MEMBER)).toEqual(defaults);
  expect(readListQuery(new URLSearchParams("tab=mine&favorites=1"), GUEST)).toEqual(defaults);
  expect(readListQuery(new URLSearchParams({ q: "x".repeat(500) }), MEMBER).search.length).toBe(200);
});
