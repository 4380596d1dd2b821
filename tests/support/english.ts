import { createTextStore } from "#app/i18n/text-store.ts";
import { translate } from "#app/i18n/translate.ts";

/** Translates with these English texts. A key without a namespace is one of `namespace`. */
export function englishOf(namespace: string, ...parts: readonly object[]) {
  const store = createTextStore("en");
  for (const part of parts) store.add(part);
  return (key: string, values?: Parameters<typeof translate>[3]) => translate(store.loaded.get(), namespace, key, values);
}
