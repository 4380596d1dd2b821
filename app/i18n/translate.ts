import type { Locale } from "./config.ts";
import { formatCount } from "./format-count.ts";
import { pluralForm } from "./plural-form.ts";
import type { Namespace, Namespaces, TextValues } from "./text-keys.ts";

/** Texts by namespace. A text is a string at a path of keys. */
export type Texts = ReadonlyMap<string, object>;

export type LoadedTexts = { readonly language: Locale; readonly texts: Texts };

/**
 * Finds a text and fills in its values. Returns the key if there is no such text.
 * @param namespace applies to a key without a namespace of its own (`room:playlist.title`)
 */
export function translate(loaded: LoadedTexts, namespace: string, key: string, values: TextValues = {}): string {
  const colon = key.indexOf(":");
  const texts = loaded.texts.get(colon < 0 ? namespace : key.slice(0, colon));
  const path = key.slice(colon + 1);
  const { count } = values;
  const plural = typeof count === "number" ? readText(texts, `${path}_${pluralForm(count, loaded.language)}`) : null;
  const text = plural ?? readText(texts, path);
  return text === null ? key : fillIn(text, values, loaded.language);
}

/** The namespace of keys that name none. */
export function primaryNamespace(names: Namespaces): Namespace {
  return typeof names === "string" ? names : (names[0] ?? "shell");
}

function readText(texts: object | undefined, path: string): string | null {
  let found: unknown = texts;
  for (const key of path.split("."))
    found = found !== null && typeof found === "object" ? (found as Readonly<Record<string, unknown>>)[key] : undefined;
  return typeof found === "string" ? found : null;
}

/** Replaces `{{name}}` by a value, and `{{name, number}}` by a number with the separators of the language. */
function fillIn(text: string, values: TextValues, language: Locale): string {
  return text.replace(/\{\{(\w+)(, number)?\}\}/g, (placeholder, name: string, format: string | undefined) => {
    const value = values[name];
    if (value === undefined) return placeholder;
    return format ? formatCount(Number(value), language) : String(value);
  });
}
