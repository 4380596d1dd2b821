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
  let nested: unknown = "deep";
  for (let depth = 0; depth < 20_000; depth++) nested = [nested];
  expect(() => decodeArgs(nested)).not.toThrow();
});
