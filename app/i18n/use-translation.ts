import { useMemo } from "react";
import { useTranslation as useI18nextTranslation } from "react-i18next";
import { isLocale, type Locale } from "./config.ts";
import type { Namespaces, Translate } from "./text-keys.ts";

type Translation<Names extends Namespaces> = { readonly t: Translate<Names>; readonly language: Locale };

/** The texts of one or more namespaces. Keys without a namespace are those of the first; the default is `shell`. */
export function useTranslation<const Names extends Namespaces = "shell">(names?: Names): Translation<Names> {
  const { t, i18n } = useI18nextTranslation(names);
  const language = isLocale(i18n.language) ? i18n.language : "en";
  return useMemo(() => ({ t: (key, values) => t(key, values ?? {}), language }), [t, language]);
}
