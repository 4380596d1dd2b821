import { ChevronRight } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import type { ServiceCollection } from "#app/domain/imports/service.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { keyOfCollection } from "./collection-key.ts";
import { serviceCoverUrl } from "./cover-url.ts";
import { useCollectionText } from "./use-collection-text.ts";

/** The number of rows above found tracks, which should stay in view. */
const SHORT_ROWS = 4;

type CollectionRowsProps = {
  readonly collections: readonly ServiceCollection[];
  /** Shows the first rows only, until the user asks for all. */
  readonly isShort: boolean;
  /** The row that has the focus at first. Null for none. */
  readonly focusedKey: string | null;
  readonly onOpen: (collection: ServiceCollection) => void;
};

/** Playlists, albums and artists. Pressing one shows its tracks. */
export function CollectionRows({ collections, isShort, focusedKey, onOpen }: CollectionRowsProps) {
  const { t } = useTranslation("imports");
  const [isExpanded, setExpanded] = useState(() =>
    collections.slice(SHORT_ROWS).some((one) => keyOfCollection(one) === focusedKey),
  );
  const list = useRef<HTMLUListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useEffect(() => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-collection]") ?? [])];
    rows.find((row) => row.dataset.collection === focusedKey)?.focus();
  }, []);
  const shown = isShort && !isExpanded ? collections.slice(0, SHORT_ROWS) : collections;
  const hidden = collections.length - shown.length;
  return (
    <div className="grid justify-items-start gap-1">
      <ul ref={list} aria-label={t("found.collections")} className="-mx-2 grid justify-self-stretch">
        {shown.map((collection) => (
          <CollectionRow key={keyOfCollection(collection)} collection={collection} onOpen={onOpen} />
        ))}
      </ul>
      {hidden > 0 && (
        <Button size="sm" variant="ghost" onPress={() => setExpanded(true)}>
          {t("found.more", { count: hidden })}
        </Button>
      )}
    </div>
  );
}

type CollectionRowProps = { readonly collection: ServiceCollection } & Pick<CollectionRowsProps, "onOpen">;

function CollectionRow({ collection, onOpen }: CollectionRowProps) {
  const { title, facts } = useCollectionText(collection);
  return (
    <li className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <button
        type="button"
        data-collection={keyOfCollection(collection)}
        onClick={() => onOpen(collection)}
        className="flex min-h-15 w-full items-center gap-3 rounded-md px-2 py-2 text-left -outline-offset-2 hover:bg-sunken"
      >
        <Cover src={serviceCoverUrl(collection)} size={40} />
        <span className="grid min-w-0 flex-1 gap-0.5">
          <span title={title} className="truncate font-strong">
            {title}
          </span>
          <span className="truncate text-small text-ink-3">{facts}</span>
        </span>
        <ChevronRight size={18} aria-hidden className="shrink-0 text-ink-3" />
      </button>
    </li>
  );
}
