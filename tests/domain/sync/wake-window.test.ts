import { expect, it } from "vitest";
import { nextSlotMs, nextWindowMs } from "#app/domain/sync/wake-window.ts";

it("CL11 windows begin every 90 s of server time", () => {
  expect(nextWindowMs(0)).toBe(90_000);
  expect(nextWindowMs(89_999)).toBe(90_000);
  expect(nextWindowMs(90_000)).toBe(180_000);
});

it("CL11 each device has a time within the first 2.5 s of a window, always ahead", () => {
  for (const share of [0, 0.3, 0.99]) {
    for (const serverMs of [0, 500, 2499, 50_000, 90_001, 92_600]) {
      const slotMs = nextSlotMs(serverMs, share);
      expect(slotMs).toBeGreaterThan(serverMs);
      expect(slotMs - serverMs).toBeLessThanOrEqual(90_000);
      expect(slotMs % 90_000).toBeCloseTo(share * 2500);
    }
  }
});
