import { describe, expect, it } from "vitest";
import { SharedTurns, type Turn } from "#app/lib/shared-turns.ts";

const LIMITS = { perKey: 2, inAll: 3, waitingPerKey: 5, turnMs: 200 } as const;

const add = (turns: SharedTurns, key: string, count: number, nowMs = 0): readonly Turn[] =>
  Array.from({ length: count }, () => turns.add(key, nowMs)).filter((turn) => turn !== null);
/** Those that run after each has asked once, in their order. */
const ask = (turns: SharedTurns, waiting: readonly Turn[], nowMs = 0) => waiting.filter((turn) => turns.ask(turn, nowMs));

describe("WK2 shared turns", () => {
  it("let a few tasks of a key run at once, and a few in all", () => {
    const turns = new SharedTurns(LIMITS);
    const [many, others] = [add(turns, "many", 4), add(turns, "other", 2)];
    expect(ask(turns, [...many, ...others])).toEqual([many[0], many[1], others[0]]);
    expect(ask(turns, [...many.slice(2), ...others.slice(1)])).toEqual([]);
    if (many[0]) turns.end(many[0]);
    expect(ask(turns, [...many.slice(2), ...others.slice(1)])).toEqual([many[2]]);
  });

  it("alternate between keys, however many tasks one has", () => {
    const turns = new SharedTurns({ ...LIMITS, perKey: 1, inAll: 1 });
    const waiting = [...add(turns, "many", 5), ...add(turns, "few", 2)];
    const order: string[] = [];
    for (let left = waiting; left.length > 0; ) {
      const [running] = ask(turns, left);
      if (!running) break;
      order.push(running.key);
      turns.end(running);
      left = left.filter((turn) => turn !== running);
    }
    expect(order).toEqual(["many", "few", "many", "few", "many", "many", "many"]);
  });

  it("refuse a task of a key that has too many waiting", () => {
    const turns = new SharedTurns(LIMITS);
    expect(add(turns, "many", 7)).toHaveLength(5);
    expect(add(turns, "other", 1)).toHaveLength(1);
  });

  it("do not wait for a task that runs for long, or that has stopped asking", () => {
    const turns = new SharedTurns({ ...LIMITS, perKey: 1, inAll: 1 });
    const [slow, gone] = add(turns, "many", 2);
    const [waiting] = add(turns, "other", 1);
    if (!slow || !gone || !waiting) throw new Error("not added");
    expect(turns.ask(slow, 0)).toBe(true);
    expect(turns.ask(waiting, 199)).toBe(false);
    expect(turns.ask(waiting, 200)).toBe(true);
    turns.end(waiting);
    const [last] = add(turns, "many", 1, 300);
    if (!last) throw new Error("not added");
    expect(turns.ask(last, 400)).toBe(false);
    expect(turns.ask(last, 501)).toBe(true);
  });

  it("give a task that could not ask another place", () => {
    const turns = new SharedTurns({ ...LIMITS, perKey: 1, inAll: 1 });
    const [late, waiting] = [...add(turns, "many", 1), ...add(turns, "other", 1)];
    if (!late || !waiting) throw new Error("not added");
    expect(turns.ask(waiting, 501)).toBe(true);
    expect(turns.ask(late, 502)).toBe(false);
    turns.end(waiting);
    expect(turns.ask(late, 503)).toBe(true);
  });

  it("let a task that gives up go, and ask the later ones less often", () => {
    const turns = new SharedTurns({ ...LIMITS, perKey: 1, inAll: 1 });
    const [first, second, third] = add(turns, "many", 3);
    if (!first || !second || !third) throw new Error("not added");
    expect([first, second, third].map((turn) => turns.askAgainAfterMs(turn))).toEqual([4, 8, 12]);
    turns.end(first);
    expect(turns.ask(second, 1)).toBe(true);
    expect(turns.askAgainAfterMs(third)).toBe(4);
  });
});
