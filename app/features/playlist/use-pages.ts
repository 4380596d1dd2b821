import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { appendOlder, mergeLatest, type Pages } from "./pages.ts";
import { useReload } from "./use-reload.ts";

type Failure = { readonly page: "latest" | "older"; readonly error: ErrorCode };

type PagesOptions<Item> = {
  /** The latest page is loaded again when this changes. */
  readonly key: unknown;
  /** The time between two loads of the latest page, ms. Changes within it load the page once. */
  readonly pauseMs: number;
  readonly positionOf: (item: Item) => number;
  /** Loads the page before a position; without one, the latest page. */
  readonly load: (before?: number) => Promise<Result<Pages<Item>>>;
};

/** A list that is loaded page by page, newest first, and stays up to date. */
export function usePages<Item>({ key, pauseMs, positionOf, load }: PagesOptions<Item>) {
  const [pages, setPages] = useState<Pages<Item> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);

  const reload = useReload(key, pauseMs, async (signal) => {
    const latest = await load();
    if (signal.aborted) return;
    setFailure(latest.ok ? null : { page: "latest", error: latest.error });
    if (latest.ok) setPages((loaded) => mergeLatest(loaded, latest.value, positionOf));
  });

  async function loadMore(): Promise<void> {
    const before = pages?.nextBefore ?? null;
    if (before === null || isLoadingMore) return;
    setLoadingMore(true);
    const older = await load(before);
    setLoadingMore(false);
    setFailure(older.ok ? null : { page: "older", error: older.error });
    if (older.ok) setPages((loaded) => appendOlder(loaded, before, older.value));
  }

  const retry = () => (failure?.page === "older" ? void loadMore() : reload());
  return { pages, error: failure?.error ?? null, isLoadingMore, loadMore, retry };
}
