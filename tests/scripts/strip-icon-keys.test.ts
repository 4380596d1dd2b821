import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { removeKeys } from "#scripts/strip-icon-keys.ts";

const { resolve } = createRequire(import.meta.url);

// the attributes of a long path are on lines of their own
it.each([
  ["trash", '["path", { d: "M10 11v6" }],'],
  ["play", 'd: "M5 5a2'],
])("the parts of the icon %s lose their keys and nothing else", (name, kept) => {
  const code = readFileSync(resolve("lucide-react").replace(/dist\/.*/, `dist/esm/icons/${name}.mjs`), "utf8");
  const short = removeKeys(code);
  expect(code).toMatch(/key: "/);
  expect(short).not.toMatch(/key:/);
  expect(short).toContain(kept);
});
