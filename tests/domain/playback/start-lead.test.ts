import { describe, expect, it } from "vitest";
import { leadMs } from "#app/domain/playback/start-lead.ts";

describe("lead", () => {
  it("LD1 is at least 150 ms and at most a second", () => {
    expect(leadMs([])).toBe(150);
    expect(leadMs([1, 2, 3])).toBe(150);
    expect(leadMs([5000, 5000])).toBe(1000);
  });

  it("LD2 serves nine of ten and not the slowest", () => {
    const nine = Array.from({ length: 9 }, () => 100);
    expect(leadMs([...nine, 900])).toBe(leadMs(nine));
    expect(leadMs([200])).toBeGreaterThan(200);
  });
});
