import { addTexts, createI18n } from "#app/i18n/create-i18n.ts";
import type { TextValues } from "#app/i18n/text-keys.ts";

/** Translates with these English texts. A key without a namespace is one of `namespace`. */
export function englishOf(namespace: string, ...parts: readonly object[]) {
  const i18n = createI18n("en", {});
  for (const part of parts) addTexts(i18n, "en", part);
  return (key: string, values?: TextValues) => i18n.t(key, { ns: namespace, ...values });
}
