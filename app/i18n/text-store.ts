import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { Locale } from "./config.ts";
import type { LoadedTexts } from "./translate.ts";

/** The texts in use, in one language. */
export type TextStore = {
  /** Changes with the language. Texts that are added do not change it: no component shows them yet. */
  readonly loaded: ReadableStore<LoadedTexts>;
  /** Adds texts of the current language by namespace. A namespace may come in several parts. */
  add(parts: object): void;
  /** Replaces all texts by those of another language, each part by namespace. */
  show(language: Locale, parts: readonly object[]): void;
};

export function createTextStore(language: Locale, parts: object = {}): TextStore {
  let texts = new Map<string, object>();
  const add = (added: object) => {
    for (const [namespace, part] of Object.entries(added)) texts.set(namespace, { ...texts.get(namespace), ...part });
  };
  add(parts);
  const loaded = createStore<LoadedTexts>({ language, texts });
  return {
    loaded,
    add,
    show(next, all) {
      texts = new Map();
      for (const part of all) add(part);
      loaded.set({ language: next, texts });
    },
  };
}
