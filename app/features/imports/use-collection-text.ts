import type { ServiceCollection } from "#app/domain/imports/service.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** The name of a collection, and a line of facts about it. */
export function useCollectionText(collection: ServiceCollection): { readonly title: string; readonly facts: string } {
  const { t } = useTranslation("imports");
  const { kind, title, by, trackCount } = collection;
  const kindName = title === "" ? "" : t(`found.${kind}`);
  const count = trackCount === null ? "" : t("found.tracks", { count: trackCount });
  const facts = [kindName, by, count].filter((fact) => fact !== "");
  return { title: useCollectionTitle(collection), facts: facts.join(" · ") };
}

/** The name of a collection. Empty without one. */
export function useCollectionTitle(collection: ServiceCollection | null): string {
  const { t } = useTranslation("imports");
  return collection ? collection.title || t(`found.${collection.kind}`) : "";
}
