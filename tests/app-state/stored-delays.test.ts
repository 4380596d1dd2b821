import { expect, it } from "vitest";
import {
  findDelay,
  parseStoredDelays,
  STORED_DELAYS_MAX,
  type StoredDelay,
  withDelay,
  withNamedSystem,
} from "#app/app-state/stored-delays.ts";

const system = (delayMs: number, physicalKey: string | null = null) => ({ key: "default", delayMs, physicalKey });
const output = (key: string, delayMs: number) => ({ key, delayMs, physicalKey: null });

it("the delay of an earlier version is that of the system's output", () => {
  expect(parseStoredDelays(null, 120)).toEqual([system(120)]);
  expect(parseStoredDelays(null, 9000)).toEqual([system(500)]);
  expect(parseStoredDelays(null, "120")).toEqual([]);
  expect(parseStoredDelays([system(30)], 120)).toEqual([system(30)]);
});

it("malformed delays are dropped", () => {
  const malformed = [null, 1, {}, { key: 1, delayMs: 2, physicalKey: null }, output("a", 1.5), output("a", 501)];
  expect(parseStoredDelays([...malformed, output("b", -20)])).toEqual([output("b", -20)]);
});

it("each output keeps its own delay, limited and in whole ms", () => {
  let delays = withDelay([], { key: "a", delayMs: 181.4, isSystem: false });
  delays = withDelay(delays, { key: "b", delayMs: -900, isSystem: false });
  expect(findDelay(delays, "a")).toBe(181);
  expect(findDelay(delays, "b")).toBe(-500);
  expect(findDelay(delays, "c")).toBe(0);
});

it("the delays that were set least recently are forgotten", () => {
  let delays: readonly StoredDelay[] = [];
  for (let i = 0; i < STORED_DELAYS_MAX; i++) delays = withDelay(delays, { key: `${i}`, delayMs: i, isSystem: false });
  delays = withDelay(delays, { key: "0", delayMs: 7, isSystem: false });
  delays = withDelay(delays, { key: "new", delayMs: 8, isSystem: false });
  expect(delays).toHaveLength(STORED_DELAYS_MAX);
  expect(delays.map(({ key }) => key)).toEqual(expect.arrayContaining(["0", "new", "2"]));
  expect(delays.some(({ key }) => key === "1")).toBe(false);
});

it("the delay of the system's output also serves a page that cannot name it", () => {
  const delays = withDelay([], { key: "a", delayMs: 90, isSystem: true });
  expect(findDelay(delays, "a")).toBe(90);
  expect(findDelay(delays, "default")).toBe(90);
});

it("a delay that was set before the output had a name applies to it once it has one", () => {
  const delays = withNamedSystem([output("a", 10), system(90)], "a");
  expect(findDelay(delays, "a")).toBe(90);
  expect(delays).toContainEqual(system(90, "a"));
});

it("a delay that belongs to a named output does not apply to another one", () => {
  const delays = [output("a", 90), system(90, "a")];
  expect(withNamedSystem(delays, "b")).toBe(delays);
  expect(findDelay(delays, "b")).toBe(0);
});

it("a later delay of the named output remains", () => {
  const delays = [system(90), output("a", 10)];
  expect(withNamedSystem(delays, "a")).toBe(delays);
});
