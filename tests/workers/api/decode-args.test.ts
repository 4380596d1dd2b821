import { convexToJson } from "convex/values";
import { expect, it } from "vitest";
import { decodeArgs } from "#workers/api/decode-args.ts";

it("decodes the numbers that the convex clients encode", () => {
  const args = { uses: 5n, entries: [{ atMs: -0 }, { atMs: -12n }], name: "Kitchen", max: Number.POSITIVE_INFINITY };
  expect(decodeArgs(convexToJson(args))).toEqual({
    uses: 5,
    entries: [{ atMs: -0 }, { atMs: -12 }],
    name: "Kitchen",
    max: Number.POSITIVE_INFINITY,
  });
});

it("leaves what it cannot decode to the schema of the function", () => {
  const tooLarge = convexToJson({ uses: 2n ** 60n });
  expect(decodeArgs(tooLarge)).toEqual(tooLarge);
  for (const value of [
    { $integer: "AA==" },
    { $integer: 5 },
    { $float: null },
    { $bytes: "AA==" },
    { $integer: "AA==", x: 1 },
  ]) {
    expect(decodeArgs(value)).toEqual(value);
  }
});

it.each([
  [16, 5],
  [17, convexToJson(5n)],
  [20_000, convexToJson(5n)],
])("decodes a number within %i lists as far as functions accept it", (depth, expected) => {
  let decoded = decodeArgs(nestInLists(convexToJson(5n), depth));
  for (let level = 0; level < depth; level++) {
    if (!Array.isArray(decoded)) throw new Error(`no list at level ${level}`);
    [decoded] = decoded;
  }
  expect(decoded).toEqual(expected);
});

function nestInLists(value: unknown, depth: number): unknown {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = [nested];
  return nested;
}
