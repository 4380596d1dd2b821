import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { HOLD_MS, REST_MS, RestedValue } from "#app/features/devices/rested-value.ts";
import { startTimer } from "#app/lib/timer.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** @param replies the room accepts a value without a reply here */
function create(replies: boolean[] = []) {
  const sent: number[] = [];
  const send = async (next: number) => {
    sent.push(next);
    return replies.shift() ?? true;
  };
  const rested = new RestedValue<number>(5, { send, after: startTimer });
  return { rested, sent, shown: () => rested.chosen.get()?.value ?? "reported" };
}

const rest = () => vi.advanceTimersByTimeAsync(REST_MS);

describe("a chosen value", () => {
  it("is shown at once, sent after it has rested, and held until it is reported", async () => {
    const { rested, sent, shown } = create();
    for (const value of [6, 7, 8]) rested.choose(value);
    expect([shown(), sent]).toEqual([8, []]);
    await rest();
    rested.receive(6);
    expect([shown(), sent]).toEqual([8, [8]]);
    rested.receive(8);
    expect(shown()).toBe("reported");
  });

  it("is sent at once without a rest", () => {
    const { rested, sent } = create();
    rested.choose(6, 0);
    expect(sent).toEqual([6]);
  });

  it("is not sent if it is the reported one", async () => {
    const { rested, sent, shown } = create();
    rested.choose(6);
    rested.choose(5);
    await rest();
    expect([shown(), sent]).toEqual(["reported", []]);
  });

  it("is sent if it is the reported one, but another was sent since", async () => {
    const { rested, sent, shown } = create();
    rested.choose(6);
    await rest();
    rested.choose(5);
    await rest();
    expect([shown(), sent]).toEqual([5, [6, 5]]);
  });

  it("is not sent twice", async () => {
    const { rested, sent, shown } = create();
    rested.choose(6);
    await rest();
    rested.choose(7);
    rested.choose(6);
    await rest();
    expect([shown(), sent]).toEqual([6, [6]]);
    await vi.advanceTimersByTimeAsync(HOLD_MS);
    expect(shown()).toBe("reported");
  });

  it("is sent again after another device has changed it", async () => {
    const { rested, sent } = create();
    rested.choose(6, 0);
    rested.receive(6);
    rested.receive(9);
    rested.choose(6, 0);
    expect(sent).toEqual([6, 6]);
  });

  it("is given up when it is refused", async () => {
    const { rested, sent, shown } = create([false]);
    rested.choose(6);
    await rest();
    expect(shown()).toBe("reported");
    rested.choose(6);
    await rest();
    expect([shown(), sent]).toEqual([6, [6, 6]]);
  });

  it("stays when an earlier one is refused", async () => {
    const { rested, shown } = create([false]);
    rested.choose(6, 0);
    rested.choose(7, 0);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBe(7);
  });

  it("is given up when no report confirms it", async () => {
    const { rested, shown } = create();
    rested.choose(6);
    await vi.advanceTimersByTimeAsync(REST_MS + HOLD_MS);
    expect(shown()).toBe("reported");
  });

  it("is sent when its control is closed", () => {
    const { rested, sent } = create();
    rested.choose(6);
    rested.close();
    expect(sent).toEqual([6]);
    vi.runAllTimers();
    expect(sent).toEqual([6]);
  });
});
