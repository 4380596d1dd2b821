import { type IdPool, kindOf } from "./id-pool.ts";

/** The part of JSON Schema that zod writes. */
export type JsonSchema = {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
};

/** `valid`: small and right. `largest`: at the limits of the schema. `beyond`: just past one. `hostile`: anything in one place. */
export const MODES = ["valid", "largest", "beyond", "hostile"] as const;
export type Mode = (typeof MODES)[number];

export type Generator = { readonly random: () => number; readonly pool: IdPool; readonly mode: Mode };

const ID_SOURCE = "[a-z2-7]{16}";
/** Where a schema has no maximum. */
const UNLIMITED_CHARS = 20_000;
const OPTIONAL_SHARE = 0.6;
/** Texts that grow or break when they are normalized, compared, matched or shown. */
const TEXTS = [
  "Room",
  "Привет, мир",
  "a".repeat(40),
  "ﷺ".repeat(40),
  "e\u0301\u0302\u0303".repeat(20),
  "\u202eabc\u0000\u0007",
  "\ud800",
  "👩‍👩‍👧‍👦".repeat(10),
  "'; drop table users; --",
  "%_%_%*?[",
  '" OR "*" NEAR',
  "<script>alert(1)</script>",
  "https://127.0.0.1/",
  "@".repeat(30),
  "[00:00.00]".repeat(20),
] as const;

/** Arguments for a schema. */
export function generateArgs(schema: JsonSchema, generator: Generator): unknown {
  const { mode, random } = generator;
  if (mode === "valid" || mode === "largest") return generate(schema, "", generator);
  const value = generate(schema, "", { ...generator, mode: random() < 0.5 ? "valid" : "largest" });
  return damage(value, generator);
}

function generate(schema: JsonSchema, key: string, generator: Generator): unknown {
  const { random, mode } = generator;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return generate(pick(alternatives, random), key, generator);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(schema.enum, random);
  const type = typeof schema.type === "string" ? schema.type : pick(schema.type ?? ["string"], random);
  switch (type) {
    case "object":
      return generateObject(schema, key, generator);
    case "array": {
      const count = mode === "largest" ? (schema.maxItems ?? 2000) : (schema.minItems ?? 0) + Math.floor(3 * random());
      const items = schema.items ?? schema.prefixItems?.[0] ?? {};
      return Array.from({ length: Math.max(schema.minItems ?? 0, count) }, () => generate(items, key, generator));
    }
    case "integer":
    case "number": {
      const { minimum = -1e9, maximum = 1e9 } = schema;
      if (mode === "largest") return random() < 0.5 ? minimum : maximum;
      const value = Math.max(minimum, Math.min(maximum, random() < 0.7 ? Math.floor(random() * 100) : random() * 1e6));
      return type === "integer" ? Math.floor(value) : value;
    }
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    default:
      return generateText(schema, key, generator);
  }
}

function generateObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  key: string,
  generator: Generator,
) {
  const { random, mode } = generator;
  const entries = Object.entries(properties).flatMap(([name, property]) => {
    const isThere = required.includes(name) || mode === "largest" || random() < OPTIONAL_SHARE;
    return isThere ? [[name, generate(property, name === "id" ? `${key}.id` : name, generator)] as const] : [];
  });
  if (typeof additionalProperties === "object" && mode === "largest") entries.push(["k".repeat(1000), "v"]);
  return Object.fromEntries(entries);
}

function generateText(schema: JsonSchema, key: string, { random, pool, mode }: Generator): string {
  const { pattern, minLength = 0, maxLength = UNLIMITED_CHARS } = schema;
  if (pattern?.includes(ID_SOURCE)) return pickId(kindOf(key) ?? "user", { random, pool });
  if (pattern?.includes("0-9a-f")) return randomOf("0123456789abcdef", 64, random);
  if (key === "code") return pool.pick("code") ?? "code";
  if (key === ".id" || key === "roomId" || key === "room_url") return pool.pick("room") ?? "room";
  if (key === "username") return "attacker-viewer";
  const text = pick(TEXTS, random);
  if (mode === "largest")
    return (random() < 0.5 ? text.repeat(Math.ceil(maxLength / text.length)) : "x".repeat(maxLength)).slice(0, maxLength);
  return text.slice(0, maxLength).padEnd(Math.min(minLength, 2000), "x") || "x";
}

/** A known id, or an invented one. */
function pickId(kind: string, { random, pool }: Pick<Generator, "random" | "pool">): string {
  const known = random() < 0.9 ? pool.pick(kind) : null;
  return known ?? randomOf("abcdefghijklmnopqrstuvwxyz234567", 16, random);
}

function randomOf(characters: string, length: number, random: () => number): string {
  return Array.from({ length }, () => characters[Math.floor(random() * characters.length)]).join("");
}

/** Replaces a value somewhere in the arguments. */
function damage(value: unknown, generator: Generator): unknown {
  const { random } = generator;
  if (typeof value !== "object" || value === null || random() < 0.15) return damagedValue(value, generator);
  const keys = Object.keys(value);
  const key = keys[Math.floor(random() * keys.length)];
  if (key === undefined || random() < 0.1) return { ...value, [pick(ODD_KEYS, random)]: damagedValue("", generator) };
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? damage(item, generator) : item));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, name === key ? damage(item, generator) : item]));
}

const ODD_KEYS = ["__proto__", "constructor", "toString", "hasOwnProperty", "", "length", "$integer"] as const;

function damagedValue(value: unknown, { random, mode }: Generator): unknown {
  if (mode === "beyond") {
    if (typeof value === "string") return `${value}x`;
    if (typeof value === "number") return value + 1;
    if (Array.isArray(value)) return [...value, value[0]];
  }
  return pick(HOSTILE, random)(value);
}

const HOSTILE: readonly ((value: unknown) => unknown)[] = [
  () => null,
  () => [],
  () => ({}),
  () => "",
  () => -1,
  () => 1e308,
  () => Number.MAX_SAFE_INTEGER,
  () => true,
  () => "x".repeat(200_000),
  () => "ﷺ".repeat(20_000),
  () => nest(1000),
  () => Array.from({ length: 20_000 }, (_, index) => index),
  () => Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, index])),
  () => ({ $integer: "AAAAAAAAAIA=" }),
  () => ({ $float: "AAAAAAAA+H8=" }),
  () => JSON.parse('{"__proto__": {"isAdmin": true}}'),
  (value) => [value],
  (value) => ({ value }),
  (value) => `${value}\u0000`,
];

function nest(depth: number): unknown {
  let value: unknown = 0;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

export function pick<T>(values: readonly T[], random: () => number): T {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error("there is nothing to choose from");
  return value;
}
