import { describe, expect, it } from "vitest";
import {
  type AccessProgress,
  INITIAL_PROGRESS,
  isCurrent,
  isStale,
  withAllApplied,
  withApplied,
  withReceived,
} from "#app/domain/access/access-epochs.ts";
import { seededRandom } from "#scripts/sound.mjs";

const epochs = (accessEpoch: number, mediaEpoch = 0) => ({ accessEpoch, mediaEpoch });
const apply = (progress: AccessProgress, ...order: readonly number[]) =>
  order.reduce((now, epoch) => withApplied(now, epochs(epoch)), progress);

describe("access epochs", () => {
  it("AE1 a message is stale if a newer epoch was received", () => {
    const progress = withReceived(INITIAL_PROGRESS, epochs(3));
    expect(isStale(progress, epochs(2))).toBe(true);
    expect(isStale(progress, epochs(3))).toBe(false);
    expect(isStale(progress, epochs(4))).toBe(false);
  });

  it("AE2 received epochs never decrease, each on its own", () => {
    const progress = withReceived(withReceived(INITIAL_PROGRESS, epochs(5, 1)), epochs(3, 2));
    expect(progress.received).toEqual({ accessEpoch: 5, mediaEpoch: 2 });
    expect(withReceived(progress, epochs(4, 2))).toBe(progress);
  });

  it("AE3 a room is current once every change was applied, in whatever order", () => {
    const random = seededRandom(3);
    for (let round = 0; round < 50; round++) {
      const order = Array.from({ length: 8 }, (_, i) => i + 1).sort(() => random() - 0.5);
      let progress = INITIAL_PROGRESS;
      for (const [i, epoch] of order.entries()) {
        progress = apply(progress, epoch);
        const applied = new Set(order.slice(0, i + 1));
        const hasGap = Array.from({ length: Math.max(...applied) }, (_, n) => n + 1).some((n) => !applied.has(n));
        expect(isCurrent(progress)).toBe(!hasGap);
      }
      expect(progress).toEqual({ received: epochs(8), appliedEpoch: 8, appliedAhead: [] });
    }
  });

  it("AE3 a room that has received an epoch without its change is not current", () => {
    expect(isCurrent(withReceived(apply(INITIAL_PROGRESS, 1), epochs(2)))).toBe(false);
  });

  it("AE3 a change that is applied twice counts once", () => {
    expect(apply(INITIAL_PROGRESS, 1, 1, 2)).toEqual(apply(INITIAL_PROGRESS, 1, 2));
  });

  it("AE4 a room is current after all connections rejoin, and a late change is harmless then", () => {
    const progress = withAllApplied(apply(withReceived(INITIAL_PROGRESS, epochs(4)), 3));
    expect(isCurrent(progress)).toBe(true);
    expect(apply(progress, 2, 5)).toEqual({ received: epochs(5), appliedEpoch: 5, appliedAhead: [] });
  });
});
