// `npm run docs`: writes docs/functions.md from the registry. With --check it only says whether that is current.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { functions } from "#workers/functions/registry.ts";

const FILE = fileURLToPath(new URL("../docs/functions.md", import.meta.url));

const INTRODUCTION = `# The backend functions

Everything the product can do, for scripts too. Written by \`npm run docs\` from the registry in \`workers/functions\`.

Each function is called by its kind, with one JSON body; \`rooms.get\`, \`rooms:get\` and \`rooms/get\` name the same:

    curl -X POST http://localhost:8787/api/query -H 'Content-Type: application/json' \\
         -d '{"path": "rooms:getPublicRoomsWithAuthors", "format": "json", "args": {}}'

It answers 200 \`{"status": "success", "value": …, "logLines": []}\`, or 560
\`{"status": "error", "errorMessage": "…", "errorData": {"code": "room-not-found"}, "logLines": []}\`. A request that is no
call is answered with 400 or 404 \`{"code", "message"}\`. Who is signed in is told by the cookie that
\`POST /api/auth/login {"emailOrUsername", "password"}\` sets. \`/api/function\` takes functions of any kind.
`;

const WHO = { anyone: "anyone", "signed-in": "who is signed in", superadmin: "superadmins" };

function page(): string {
  const sections = Array.from(functions, ([name, { kind, who, summary, returns, args }]) => {
    const table = argumentTables(args).join("\n\nOr:\n\n");
    return `## ${name}\n\n*${kind}*, for ${WHO[who]}. ${summary}\n\n${table}\n\nAnswer: ${returns}\n`;
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

/** One for each way to call it. */
function argumentTables(args: z.ZodType): readonly string[] {
  // `io: input`: what a caller sends, before it is parsed
  const schema = z.toJSONSchema(args, { io: "input", unrepresentable: "any" }) as JsonSchema;
  return (schema.anyOf ?? [schema]).map((way) => {
    const rows = argumentRows(way);
    return rows.length === 0 ? "No arguments." : ["| argument | type | |", "|---|---|---|", ...rows].join("\n");
  });
}

function argumentRows(schema: JsonSchema): readonly string[] {
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const optional = schema.required?.includes(name) ? "" : ", optional";
    return `| \`${name}\` | ${typeOf(property)}${optional} | ${property.description ?? ""} |`;
  });
}

function typeOf(schema: JsonSchema): string {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map(typeOf).join(" or ");
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${JSON.stringify(value)}\``).join(" or ");
  if (schema.type === "array") return `list of ${schema.items ? typeOf(schema.items) : "anything"}`;
  if (schema.properties) {
    return `{${Object.entries(schema.properties)
      .map(([name, property]) => `${name}${schema.required?.includes(name) ? "" : "?"}: ${typeOf(property)}`)
      .join(", ")}}`;
  }
  return [schema.type ?? "anything"].flat().join(" or ");
}

const current = existsSync(FILE) ? readFileSync(FILE, "utf8") : "";
const wanted = page();
if (!process.argv.includes("--check")) writeFileSync(FILE, wanted);
else if (current !== wanted) {
  console.error("docs/functions.md is out of date: npm run docs");
  process.exit(1);
}
