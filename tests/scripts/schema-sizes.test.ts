import { expect, it } from "vitest";
import { findUnboundedSchemas, unboundedSchemasIn } from "#scripts/checks/schema-sizes.mjs";

const findIn = (schema: string) => unboundedSchemasIn("workers/a.ts", `import { z } from "zod";\nconst a = ${schema};`);

it.each([
  "z.string()",
  "z.string().trim().min(1).optional()",
  "z.string().regex(/^[a-z]+$/)",
  "z.string().regex(/[a-z]{3}/)",
  "z.base64().nullable()",
  "z.array(z.string().max(3)).min(1)",
  "z.number().min(0)",
  "z.number().max(9).nullable()",
  "z.record(z.string().max(3), z.boolean())",
  "z.strictObject({ b: z.unknown() })",
  "z.union([z.strictObject({ c: z.array(z.any()).max(3) }), z.null()])",
])("%s is refused", (schema) => {
  expect(findIn(schema)).toHaveLength(1);
});

it.each([
  "z.string().min(1).max(100).describe('an id')",
  "z.string().regex(ID_PATTERN).transform((id) => id)",
  "z.string().regex(/^[0-9a-f]{64}$/)",
  "z.array(z.base64().length(9)).max(3).readonly()",
  "z.number().min(0).max(1).optional()",
  "z.number().int().min(0)",
  "z.strictObject({ b: z.enum(['c']), d: z.literal(1), e: z.boolean() })",
])("%s is accepted", (schema) => {
  expect(findIn(schema)).toEqual([]);
});

it("the product has no schema without a maximum", () => {
  expect(findUnboundedSchemas()).toBeNull();
});
