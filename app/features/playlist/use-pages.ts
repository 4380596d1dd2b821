import { useRef, useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import { delay } from "#app/lib/retry.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { appendOlder, mergeLatest, type Pages } from "./pages.ts";

type Failure = { readonly page: "latest" | "older"; readonly error: ErrorCode };

type PagesOptions<Item> = {
  /** The latest page is loaded again when this changes. */
  readonly key: string;
  /** Several changes within this time load the page once, ms. */
  readonly settleMs: number;
  readonly positionOf: (item: Item) => number;
  /** Loads the page before a position; without one, the latest page. */
  readonly load: (before?: number) => Promise<Result<Pages<Item>>>;
};

/** A list that is loaded page by page, newest first, and stays up to date. */
export function usePages<Item>({ key, settleMs, positionOf, load }: PagesOptions<Item>) {
  const [pages, setPages] = useState<Pages<Item> | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isLoadingMore, setLoadingMore] = useState(false);
  const [attempts, setAttempts] = useState(0);
  const hasLoaded = useRef(false);

  useLatestLoad({
    key: [key, attempts].join(" "),
    async load(signal) {
      if (hasLoaded.current) await delay(settleMs, signal);
      return signal.aborted ? null : load();
    },
    apply(latest) {
      if (!latest) return;
      setFailure(latest.ok ? null : { page: "latest", error: latest.error });
      if (!latest.ok) return;
      hasLoaded.current = true;
      setPages((loaded) => mergeLatest(loaded, latest.value, positionOf));
    },
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

  const retry = () => (failure?.page === "older" ? void loadMore() : setAttempts((count) => count + 1));
  return { pages, error: failure?.error ?? null, isLoadingMore, loadMore, retry };
}
