import { describe, expect, it } from "vitest";
import { isSilent, isSimilarRoundTrip } from "#app/domain/access/connection.ts";

describe("signs of life", () => {
  it("CN3 a connection is silent when neither a message nor a ping arrives", () => {
    const signs = { joinedAtMs: 1000, lastMessageAtMs: 0, lastPingAtMs: 0 };
    expect(isSilent(signs, { ms: 500, nowMs: 1500 })).toBe(false);
    expect(isSilent(signs, { ms: 500, nowMs: 1501 })).toBe(true);
    expect(isSilent({ ...signs, lastMessageAtMs: 1200 }, { ms: 500, nowMs: 1501 })).toBe(false);
    expect(isSilent({ ...signs, lastPingAtMs: 1200 }, { ms: 500, nowMs: 1501 })).toBe(false);
  });
});

it("a round trip counts as similar within 20 %, or 5 ms", () => {
  expect(isSimilarRoundTrip(null, 10)).toBe(false);
  expect(isSimilarRoundTrip(10, 15)).toBe(true);
  expect(isSimilarRoundTrip(10, 16)).toBe(false);
  expect(isSimilarRoundTrip(100, 120)).toBe(true);
  expect(isSimilarRoundTrip(100, 121)).toBe(false);
});
