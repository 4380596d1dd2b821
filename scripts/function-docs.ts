// `npm run docs`: writes docs/functions.md from the registry. With `--check` it fails if the file is out of date.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { functions } from "#workers/api/registry.ts";

const FILE = fileURLToPath(new URL("../docs/functions.md", import.meta.url));

const INTRODUCTION = `# Backend functions

This page lists every backend function. \`npm run docs\` writes it from the registry, \`workers/api/registry.ts\`.

A function is called with \`POST /api/{kind}\` and a JSON body, where the kind is \`query\`, \`mutation\` or \`action\`;
\`POST /api/function\` accepts all kinds. \`rooms.get\`, \`rooms:get\` and \`rooms/get\` name the same function.

    curl -X POST http://localhost:8787/api/query -H 'Content-Type: application/json' \\
         -d '{"path": "rooms:getPublicRoomsWithAuthors", "format": "json", "args": {}}'

- Success: status 200, \`{"status": "success", "value": …, "logLines": []}\`.
- Refusal: status 560, \`{"status": "error", "errorMessage": "…", "errorData": {"code": "room-not-found"}, "logLines": []}\`.
  The message is an English sentence. \`logLines\` has what the call has logged, for superadmins only.
- A malformed request or an unknown function: status 400 or 404, \`{"code": "…", "message": "…"}\`.

The session cookie identifies the caller. \`POST /api/auth/login\` with \`{"emailOrUsername", "password"}\` sets it.
`;

function page(): string {
  const sections = Array.from(functions, ([name, { kind, access, summary, returns, args, isReadableAtTimestamp }]) => {
    const tables = argumentTables(args).join("\n\nOr:\n\n");
    const atTimestamp = isReadableAtTimestamp ? " Can be read at a timestamp." : "";
    return `## ${name}\n\n*${kind}*. ${summary}${atTimestamp}\n\nAccess: ${access.description}\n\n${tables}\n\nReturns: ${returns}\n`;
  });
  return [INTRODUCTION, ...sections].join("\n");
}

type JsonSchema = {
  readonly properties?: Record<string, JsonSchema>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
};

/** One table for each alternative of the arguments. */
function argumentTables(args: z.ZodType): readonly string[] {
  // `io: "input"` describes what a caller sends, before it is parsed
  const schema = z.toJSONSchema(args, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return (schema.anyOf ?? [schema]).map((alternative) => {
    const rows = argumentRows(alternative);
    return rows.length === 0 ? "No arguments." : ["| argument | type | |", "|---|---|---|", ...rows].join("\n");
  });
}

function argumentRows(schema: JsonSchema): readonly string[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? "" : ", optional";
    return `| \`${name}\` | ${describeType(property)}${optional} | ${property.description ?? ""} |`;
  });
}

function describeType(schema: JsonSchema): string {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return alternatives.map(describeType).join(" or ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? describeType(schema.items) : "anything"}`;
  if (schema.properties) {
    return `{${Object.entries(schema.properties)
      .map(([name, property]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${describeType(property)}`)
      .join(", ")}}`;
  }
  return [schema.type ?? "anything"].flat().join(" or ");
}

const current = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
const expected = page();
if (!process.argv.includes("--check")) writeFileSync(FILE, expected);
else if (current !== expected) {
  console.error("docs/functions.md is out of date. Run: npm run docs");
  process.exit(1);
}
