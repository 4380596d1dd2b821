import { createContext, useContext, useMemo } from "react";
import { useStore } from "#app/lib/use-store.ts";
import type { Locale } from "./config.ts";
import type { Namespaces, Translate } from "./text-keys.ts";
import { createTextStore, type TextStore } from "./text-store.ts";
import { primaryNamespace, translate } from "./translate.ts";

export const TextStoreContext = createContext<TextStore>(createTextStore("en"));

type Translation<Names extends Namespaces> = { readonly t: Translate<Names>; readonly language: Locale };

/** The texts of one or more namespaces. Keys without a namespace are those of the first; the default is `shell`. */
export function useTranslation<const Names extends Namespaces = "shell">(names?: Names): Translation<Names> {
  const loaded = useStore(useContext(TextStoreContext).loaded);
  const namespace = primaryNamespace(names ?? "shell");
  return useMemo(
    () => ({ language: loaded.language, t: (key, values) => translate(loaded, namespace, key, values) }),
    [loaded, namespace],
  );
}
