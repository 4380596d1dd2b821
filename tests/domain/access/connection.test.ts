import { describe, expect, it } from "vitest";
import { isSamePresence, isSilent, isSimilarRoundTrip } from "#app/domain/access/connection.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";

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

describe("the presence of a connection", () => {
  const mira = buildConnection(userId("mira"), { role: "editor" });
  const guest = buildConnection(null, { guestName: "Анна" });

  it("is the same after changes that only the room uses", () => {
    const changes = { roundTripMs: 40, mediaUntilMs: 5, mediaEpoch: 2, accessUntilMs: 9 };
    expect(isSamePresence(mira, { ...buildConnection(userId("mira"), { role: "editor" }), ...changes })).toBe(true);
    expect(isSamePresence(guest, { ...guest, ...changes })).toBe(true);
  });

  it("differs with the person, their name, the role and the name of a guest", () => {
    const renamed = { id: userId("mira"), name: "Mira", avatar: "#000000" };
    expect(isSamePresence(mira, { ...mira, person: renamed })).toBe(false);
    expect(isSamePresence(mira, { ...mira, role: "viewer" })).toBe(false);
    expect(isSamePresence(mira, buildConnection(userId("leo"), { role: "editor" }))).toBe(false);
    expect(isSamePresence(buildConnection(userId("mira")), buildConnection(null))).toBe(false);
    expect(isSamePresence(guest, { ...guest, guestName: "Аня" })).toBe(false);
    expect(isSamePresence(guest, { ...guest, guestName: null })).toBe(false);
  });
});
