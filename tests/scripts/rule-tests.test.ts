import { expect, it } from "vitest";
import { compareRules } from "#scripts/checks/rule-tests.mjs";

/** Compares a specification of the given rules with one test file. */
function compare(rules: readonly string[], text: string): string | null {
  const specification = rules.map((id) => `- **${id}** A sentence.`).join("\n");
  return compareRules(specification, [{ file: "tests/a.test.ts", text }]);
}

it.each([
  ["at its start", `it("PB1 a title", () => expect(1).toBe(1));`],
  ["in its middle", `test("a title of PB1, too", async () => { await expect.poll(read).toBe(1); });`],
  ["after another one", `it.each([1, 2])("PB2 and PB1, %i", (n) => { if (n) expect(n).toBe(1); });`],
  ["in a template", "it.each`a | b`(`PB1 of a template`, () => expect(1).toBe(1));"],
  ["with a modifier", `test.skipIf(isWindows)("PB1 a title", () => expect(1).toBe(1));`],
])("a title may name a rule %s", (_, text) => {
  expect(compare(["PB1"], text)).toBe(text.includes("PB2") ? "unknown rules in tests: PB2" : null);
});

it.each([
  ["another id", `it("PB11 a title", () => expect(1).toBe(1));`],
  ["a comment", `// it("PB1 a title", () => expect(1).toBe(1));`],
  ["a test that is always skipped", `it.skip("PB1 a title", () => expect(1).toBe(1));`],
  ["a step", `test("a title", () => test.step("PB1 a step", () => expect(1).toBe(1)));`],
  ["a group", `describe("PB1 a title", () => it("a title", () => expect(1).toBe(1)));`],
])("%s names no rule", (_, text) => {
  expect(compare(["PB1"], text)).toContain("rules without a test: PB1");
});

it.each([
  ["a function of the file", `it("PB1 a title", () => check());\nfunction check() { expect(1).toBe(1); }`],
  ["its helper", `const inner = () => expect(1).toBe(1);\nconst check = () => inner();\nit("PB1 a title", check);`],
  ["an imported helper", `it("PB1 a title", () => expectNoOrphans());`],
  ["a method", `it("PB1 a title", () => room.assertEqual(1));`],
])("a test may assert through %s", (_, text) => {
  expect(compare(["PB1"], text)).toBeNull();
});

it.each([
  ["nothing", `it("PB1 a title", () => undefined);`],
  ["a value that is expected", `it("PB1 a title", () => check({ expected: expectedOutcome(), at: expect.any(Number) }));`],
  ["a helper that calls itself", `const check = () => check();\nit("PB1 a title", () => check());`],
  ["an assertion of another test", `it("PB1 a title", () => run());\nit("another", () => expect(run()).toBe(1));`],
])("a rule whose test has %s is refused", (_, text) => {
  expect(compare(["PB1"], text)).toBe("rules whose tests assert nothing: PB1");
});

it("one test that asserts is enough for a rule", () => {
  const text = `it("PB1 a title", () => undefined);\nit("another of PB1", () => expect(1).toBe(1));`;
  expect(compare(["PB1"], text)).toBeNull();
});

it("reports unknown rules, and ids of several rules", () => {
  const known = `it("PB1 a title", () => expect(1).toBe(1));`;
  expect(compare(["PB1"], `${known} it("ZZ1 a title", () => expect(1).toBe(1));`)).toBe("unknown rules in tests: ZZ1");
  expect(compare(["PB1"], `${known} it("a title of PB9", () => expect(1).toBe(1));`)).toBe("unknown rules in tests: PB9");
  expect(compare(["PB1"], `${known} it("reads an MP3 file", () => expect(1).toBe(1));`)).toBeNull();
  expect(compare(["PB1", "PB1"], known)).toBe("ids of several rules: PB1");
});
