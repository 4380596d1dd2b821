import { areaOfPage } from "./areas.ts";
import type { Locale } from "./config.ts";
import { readLanguage } from "./request-language.server.ts";
import { areaTexts, resources } from "./resources.server.ts";
import type { Namespaces, Translate } from "./text-keys.ts";
import { createTextStore, type TextStore } from "./text-store.ts";
import { primaryNamespace, translate } from "./translate.ts";

const stores = { en: createTextStore("en", resources.en), ru: createTextStore("ru", resources.ru) } as const;

/** All texts in the language of a request. */
export function readTexts(request: Request): TextStore {
  return stores[readLanguage(request)];
}

/** The texts of one or more namespaces in the language of a request, as `useTranslation` returns them. */
export function readTranslation<const Names extends Namespaces = "shell">(request: Request, names?: Names): Translate<Names> {
  const loaded = readTexts(request).loaded.get();
  const namespace = primaryNamespace(names ?? "shell");
  return (key, values) => translate(loaded, namespace, key, values);
}

/** The texts that a page needs, as JSON that is safe inside a script element. */
export function serializePageTexts(language: Locale, pathname: string): string {
  const { everywhere, ...areas } = areaTexts[language];
  const area = areaOfPage(pathname);
  const page: Readonly<Record<string, object>> = area === "everywhere" ? {} : areas[area];
  const errors = { ...everywhere.errors, ...page.errors };
  return JSON.stringify({ ...everywhere, ...page, errors }).replaceAll("<", "\\u003c");
}
