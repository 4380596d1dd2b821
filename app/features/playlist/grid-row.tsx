import { type MouseEvent, memo } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { EntryRow } from "./entry-row.tsx";

type GridRowProps = {
  readonly entry: Entry;
  /** Its place among those that are shown. */
  readonly at: number;
  readonly rowPx: number;
  readonly isSelected: boolean;
  readonly isCursor: boolean;
  readonly isDragged: boolean;
  /** Passes by too fast to be read. */
  readonly isFlying: boolean;
  readonly onPick: (event: MouseEvent, id: EntryId) => void;
  /** A finger that stays. */
  readonly onHold: (id: EntryId) => void;
  readonly onFocus: (id: EntryId) => void;
  readonly onAction: (id: EntryId) => void;
};

/** One row where it belongs; drawn anew only when something of it has changed. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { entry, at, rowPx, isSelected, isCursor, isDragged, isFlying, onPick, onHold, onFocus, onAction } = props;
  const { id, track } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid hears the keys
    // biome-ignore lint/a11y/useSemanticElements: it is placed by itself, which a table's row is not
    <div
      role="row"
      data-key={id}
      tabIndex={isCursor ? 0 : -1}
      aria-rowindex={at + 1}
      aria-selected={isSelected}
      aria-label={[track.title, track.artist].filter((text) => text !== "").join(", ")}
      data-selected={isSelected || undefined}
      onClick={(event) => onPick(event, id)}
      onDoubleClick={({ target }) => !isControl(target) && onAction(id)}
      onContextMenu={(event) => {
        if (!(event.nativeEvent instanceof PointerEvent) || event.nativeEvent.pointerType !== "touch") return;
        event.preventDefault();
        onHold(id);
      }}
      onFocus={() => onFocus(id)}
      className={`group absolute inset-x-0 select-none rounded-none outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-focus md:rounded-md ${isDragged ? "opacity-40" : ""}`}
      style={{ height: rowPx, transform: `translateY(${at * rowPx}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as its row */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row has the focus for it */}
      <div role="gridcell" className="relative h-full">
        {isFlying ? <FlyingRow /> : <EntryRow entry={entry} />}
      </div>
    </div>
  );
});

/** Where a cover and a title will be. */
function FlyingRow() {
  return (
    <div aria-hidden className="flex h-full items-center gap-3 px-4 md:pl-[76px]">
      <span className="size-11 shrink-0 rounded-xs bg-sunken md:size-10" />
      <span className="h-3 w-48 max-w-1/2 rounded-sm bg-sunken" />
    </div>
  );
}

export function isRow(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.role === "row";
}

export function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest("button, a, input") !== null;
}

/** From the row to what can be pressed in it, and back. */
export function moveInRow(target: EventTarget, steps: 1 | -1): void {
  const row = target instanceof Element ? target.closest<HTMLElement>("[role=row]") : null;
  if (!row) return;
  // what is hidden, or belongs to the other layout, is not offered
  const stops = [row, ...row.querySelectorAll<HTMLElement>("button")].filter(
    (stop) => stop.offsetParent !== null || stop === row,
  );
  const at = document.activeElement instanceof HTMLElement ? stops.indexOf(document.activeElement) : 0;
  stops[Math.max(0, Math.min(stops.length - 1, at + steps))]?.focus();
}
