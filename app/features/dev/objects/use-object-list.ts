import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { type FunctionValue, mutation, query } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";

export type ListedObject = FunctionValue<"dev.listObjects">["objects"][number];
export type ObjectFilter = { readonly prefix: string; readonly orphansOnly: boolean };
export const ALL_OBJECTS: ObjectFilter = { prefix: "", orphansOnly: false };

type Pages = {
  readonly objects: readonly ListedObject[];
  /** Null after the last page, undefined before the first one. */
  readonly nextCursor: string | null | undefined;
};
const NO_PAGES: Pages = { objects: [], nextCursor: undefined };

/** The loaded pages of a list of objects, and the selection of those to delete. */
export function useObjectList(filter: ObjectFilter) {
  const { t } = useTranslation("devData");
  const errorText = useErrorText();
  const { pages, error, isLoading, loadMore, remove } = useObjectPages(filter);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  // a selected object that is not listed any more would be deleted unseen
  const selected = new Set(pages.objects.map(({ key }) => key).filter((key) => marked.has(key)));
  const { isPending, submit } = useSubmit(
    async () => {
      const keys = [...selected];
      const result = await mutation("dev.deleteObjects", { keys });
      if (result.ok) remove(keys);
      else notify({ title: errorText(result.error), variant: "error" });
      return result;
    },
    ({ deleted }) => notify({ title: t("objects.deleted", { count: deleted }), variant: "success" }),
  );
  return {
    objects: pages.objects,
    hasMore: Boolean(pages.nextCursor),
    error,
    isLoading,
    loadMore,
    selected,
    isDeleting: isPending,
    deleteSelected: () => void submit(),
    select: (keys: readonly string[], isSelected: boolean) => {
      const next = new Set(selected);
      for (const key of keys) isSelected ? next.add(key) : next.delete(key);
      setMarked(next);
    },
  };
}

/** The pages of the list, from the first one again whenever the filter changes. */
function useObjectPages(filter: ObjectFilter) {
  const filterKey = JSON.stringify(filter);
  const [loaded, setLoaded] = useState({ filterKey, pages: NO_PAGES });
  const [error, setError] = useState<ErrorCode | null>(null);
  const [round, setRound] = useState(0);
  const [done, setDone] = useState("");
  const pages = loaded.filterKey === filterKey ? loaded.pages : NO_PAGES;
  const key = `${round} ${filterKey}`;
  useLatestLoad({
    key,
    load: () => query("dev.listObjects", { ...filter, ...(pages.nextCursor && { cursor: pages.nextCursor }) }),
    apply: (result) => {
      setDone(key);
      setError(result.ok ? null : result.error);
      if (!result.ok) return;
      const objects = [...pages.objects, ...result.value.objects];
      setLoaded({ filterKey, pages: { objects, nextCursor: result.value.nextCursor } });
    },
  });
  const remove = (keys: readonly string[]) =>
    setLoaded({ filterKey, pages: { ...pages, objects: pages.objects.filter((object) => !keys.includes(object.key)) } });
  return { pages, error, isLoading: done !== key, loadMore: () => setRound((n) => n + 1), remove };
}
