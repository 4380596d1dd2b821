import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const readme = readFileSync("README.md", "utf8");

it("the README has at most 150 lines", () => {
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150);
});

it("the README names every bench", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const benches = Object.keys(scripts).flatMap((name) => (name.startsWith("bench:") ? name.slice("bench:".length) : []));
  const row = readme.split("\n").find((line) => line.startsWith("| `npm run bench:…`")) ?? "";
  const named = [...(row.split("|")[2] ?? "").matchAll(/`([^`]+)`/g)].map(([, name]) => name);
  expect(named.sort()).toEqual(benches.sort());
});
