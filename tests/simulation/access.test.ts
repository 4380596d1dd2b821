import { describe, expect, it } from "vitest";
import { isMember, type Role } from "#app/domain/access/permissions.ts";
import { seededRandom } from "#scripts/sound.mjs";
import { userId } from "#tests/support/builders.ts";
import { type SimulatedAccess, simulateAccess } from "#tests/support/simulated-access.ts";
import { createVirtualTime } from "#tests/support/virtual-time.ts";
import { forEachSeed } from "./for-each-seed.ts";
import { pick } from "./pick.ts";

const PEOPLE = Array.from({ length: 8 }, (_, i) => userId(`user${i}`));
const ROLES: readonly (Role | null)[] = ["admin", "editor", "participant", "viewer", "rejected", null];
const STEPS = 150;
/** Enough for a check that notices the last missing change. */
const SETTLE_MS = 60_000;

/** A room whose roles and password keep changing, while the messages about it are slow or lost. Settles at the end. */
function simulate(seed: number): SimulatedAccess {
  const random = seededRandom(seed);
  const time = createVirtualTime(1_000_000);
  let isReliable = false;
  const room = simulateAccess(time, {
    delayMs: () => (isReliable ? 1 : random() * 800),
    isLost: () => !isReliable && random() < 0.1,
  });
  for (const id of PEOPLE) for (const hasToken of [true, false]) room.connect({ userId: id, hasToken });
  for (const hasToken of [true, false]) room.connect({ userId: null, hasToken });
  for (let step = 0; step < STEPS; step++) {
    const dice = random();
    if (dice < 0.7) {
      const role = pick(random, ROLES);
      room.changeRole({ userId: pick(random, PEOPLE), role, isRemoved: role === null && random() < 0.5 });
    } else if (dice < 0.8) {
      room.changePassword(random() < 0.5);
    } else {
      room.connect({ userId: pick(random, [...PEOPLE, null]), hasToken: random() < 0.5 });
    }
    time.advance(random() * 500);
  }
  isReliable = true;
  time.advance(SETTLE_MS);
  return room;
}

describe("a room whose access changes arrive late, in any order, or never", () => {
  it("CA9 gives every connection the access that D1 grants in the end, with any of 60 seeds", () => {
    forEachSeed(60, (seed) => {
      const room = simulate(seed);
      const { roles, hasPassword } = room.stored();
      expect(room.connections().length).toBeGreaterThan(0);
      for (const { key, connection } of room.connections()) {
        const role = (key.userId && roles.get(key.userId)) ?? null;
        expect(connection.role).toBe(role);
        expect(!hasPassword || isMember(role) || connection.accessUntilMs !== null).toBe(true);
      }
    });
  });
});
