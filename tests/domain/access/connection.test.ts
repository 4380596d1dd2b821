import { describe, expect, it } from "vitest";
import {
  countActiveUsers,
  FULL_BUDGET,
  isSilent,
  isSimilarRoundTrip,
  listPresence,
  spend,
} from "#app/domain/access/connection.ts";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";

const MIRA = userId("mira");
const LEO = userId("leo");

describe("presence", () => {
  it("CN1 lists a person once with their devices, and counts guests by connection", () => {
    const connections = [MIRA, MIRA, LEO, null, null, null].map((id) => buildConnection(id));
    const { present, guests } = listPresence(connections);
    expect(present.map(({ person, devices }) => [person.id, devices])).toEqual([
      [MIRA, 2],
      [LEO, 1],
    ]);
    expect(guests).toBe(3);
    expect(countActiveUsers(connections)).toBe(5);
  });
});

describe("the message budget", () => {
  const spendMany = (count: number, { nowMs, cost = 1 }: { nowMs: number; cost?: number }, from = FULL_BUDGET) => {
    let budget = from;
    let exceeded = 0;
    for (let i = 0; i < count; i++) {
      const spent = spend(budget, { cost, nowMs });
      budget = spent.budget;
      exceeded += spent.isExceeded ? 1 : 0;
    }
    return { budget, exceeded };
  };

  it("CN2 allows a burst, and refills over time", () => {
    const burst = spendMany(connectionLimits.socketMessageBurst, { nowMs: 1000 });
    expect(burst.exceeded).toBe(0);
    expect(spend(burst.budget, { cost: 1, nowMs: 1000 }).isExceeded).toBe(true);
    const later = spendMany(connectionLimits.socketMessagesPerSecond, { nowMs: 2000 }, burst.budget);
    expect(later.exceeded).toBe(0);
    expect(spend(later.budget, { cost: 1, nowMs: 2000 }).isExceeded).toBe(true);
  });

  it("CN2 counts a snapshot request as many messages", () => {
    const snapshots = spendMany(3, { nowMs: 1000, cost: connectionLimits.snapshotMessageCost });
    expect(snapshots.exceeded).toBe(1);
  });
});

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
