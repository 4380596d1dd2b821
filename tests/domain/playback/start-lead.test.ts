import { describe, expect, it } from "vitest";
import { computeLeadMs } from "#app/domain/playback/start-lead.ts";

describe("start lead", () => {
  it("LD1 is at least 150 ms and at most 1 s", () => {
    expect(computeLeadMs([])).toBe(150);
    expect(computeLeadMs([1, 2, 3])).toBe(150);
    expect(computeLeadMs([5000, 5000])).toBe(1000);
  });

  it("LD2 is long enough for nine of ten devices, but not for the slowest", () => {
    const nine = Array.from({ length: 9 }, () => 100);
    expect(computeLeadMs([...nine, 900])).toBe(computeLeadMs(nine));
    expect(computeLeadMs([200])).toBeGreaterThan(200);
  });
});
