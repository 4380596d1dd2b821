import { type KeyboardEvent, useMemo } from "react";
import type { RoomId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { type FoundTrack, keyOf } from "./found.ts";
import { FoundRow } from "./found-row.tsx";
import { type FoundSelection, listNew } from "./found-selection.ts";
import { SelectionBar } from "./selection-bar.tsx";
import type { FoundContent, ServiceSearch } from "./service-search.ts";
import { SpotifyRow } from "./spotify-row.tsx";
import { useCollectionTitle } from "./use-collection-text.ts";
import { useFoundSelection } from "./use-found-selection.ts";

type FoundTracksProps = {
  readonly roomId: RoomId;
  readonly search: ServiceSearch;
  /** Null while it is loading. Tracks of earlier lists stay selected. */
  readonly content: FoundContent | null;
  readonly onUpload: () => void;
};

const NONE: readonly FoundTrack[] = [];

/** The found tracks and the selection among them. */
export function FoundTracks({ roomId, search, content, onUpload }: FoundTracksProps) {
  const { t, language } = useTranslation("imports");
  const tracks = content?.tracks ?? NONE;
  const collectionTitle = useCollectionTitle(content?.collection ?? null);
  const found = useFoundSelection({ roomId, search, tracks, collectionTitle });
  const { selection, select } = found;
  const cut = formatCount(importLimits.batchTracks, language);
  return (
    <>
      {content?.isCut && <p className="text-small text-ink-3">{t("found.cut", { max: cut })}</p>}
      <SelectAll tracks={tracks} selection={selection} onSelect={found.selectAll} onDeselect={found.deselectAll} />
      {tracks.length > 0 && (
        <ul aria-label={t("found.list")} onKeyDown={moveFocusByArrows} className="-mx-2 grid">
          {tracks.map((item) =>
            item.track.service === "spotify" ? (
              <SpotifyRow key={keyOf(item.track)} roomId={roomId} item={item} onUpload={onUpload} />
            ) : (
              <FoundRow
                key={keyOf(item.track)}
                item={item}
                isSelected={selection.tracks.has(keyOf(item.track))}
                onSelect={select}
              />
            ),
          )}
        </ul>
      )}
      {selection.tracks.size > 0 && (
        <SelectionBar
          sources={found.sources}
          isBusy={found.isBusy}
          onClear={found.clear}
          onConfirm={() => void found.confirm()}
        />
      )}
    </>
  );
}

type SelectAllProps = {
  readonly tracks: readonly FoundTrack[];
  readonly selection: FoundSelection;
  readonly onSelect: (tracks: readonly FoundTrack[]) => void;
  readonly onDeselect: (tracks: readonly FoundTrack[]) => void;
};

/** Selects the tracks that the room does not have yet. */
function SelectAll({ tracks, selection, onSelect, onDeselect }: SelectAllProps) {
  const { t } = useTranslation("imports");
  const candidates = useMemo(() => listNew(tracks), [tracks]);
  if (candidates.length < 2) return null;
  const selected = candidates.filter(({ track }) => selection.tracks.has(keyOf(track))).length;
  const isAll = selected === candidates.length;
  return (
    <Checkbox
      isSelected={isAll}
      isIndeterminate={selected > 0 && !isAll}
      onChange={() => (isAll ? onDeselect(candidates) : onSelect(candidates))}
    >
      {t("found.selectAll")}
    </Checkbox>
  );
}

const ARROW_STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocusByArrows(event: KeyboardEvent<HTMLUListElement>): void {
  const step = ARROW_STEPS[event.key];
  const { target, currentTarget } = event;
  if (step === undefined || !(target instanceof HTMLInputElement)) return;
  const checkboxes = [...currentTarget.querySelectorAll<HTMLInputElement>("input[type=checkbox]:enabled")];
  const next = checkboxes[checkboxes.indexOf(target) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
