import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { removeKeys } from "#scripts/strip-icon-keys.ts";

const { resolve } = createRequire(import.meta.url);

it("the parts of an icon lose their keys and nothing else", () => {
  const code = readFileSync(resolve("lucide-react").replace(/dist\/.*/, "dist/esm/icons/trash.mjs"), "utf8");
  const short = removeKeys(code);
  expect(code).toMatch(/key: "/);
  expect(short).not.toMatch(/key:/);
  expect(short).toContain('["path", { d: "M10 11v6" }],');
});
