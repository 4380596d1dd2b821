import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

it("expired tokens are cleaned up every 300 s (SPEC §9)", () => {
  const config = readFileSync(new URL("../../wrangler.toml", import.meta.url), "utf8");
  const minutes = /^crons = \["\*\/(\d+) \* \* \* \*"\]$/m.exec(config)?.[1];
  expect(Number(minutes) * 60).toBe(300);
});
