import { type MouseEvent, memo } from "react";
import type { EntryId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { EntryRow } from "./entry-row.tsx";
import { PlaceholderRow } from "./placeholder-row.tsx";
import { isControl, isTouch } from "./row-elements.ts";

/** The handlers of all rows. Their identity must be stable, because a changed handler renders every row again. */
export type RowHandlers = {
  readonly onPointerDown: (pointerType: string) => void;
  readonly onPress: (event: MouseEvent, id: EntryId) => void;
  readonly onLongPress: (id: EntryId) => void;
  readonly onFocus: (id: EntryId) => void;
  readonly onAction: (id: EntryId) => void;
};

type GridRowProps = RowHandlers & {
  readonly entry: Entry;
  /** Its place among the visible entries, counted from 0. */
  readonly index: number;
  readonly rowPx: number;
  readonly isSelected: boolean;
  /** True if the row has the focus or receives it with Tab. */
  readonly isActive: boolean;
  readonly isDragged: boolean;
  /** Renders a placeholder instead of the entry while the row scrolls by too fast to be read. */
  readonly isPlaceholder: boolean;
};

/** One row at its place in the grid. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { entry, index, rowPx, isSelected, isActive, isDragged, isPlaceholder } = props;
  const { onPointerDown, onPress, onLongPress, onFocus, onAction } = props;
  const { id, track } = entry;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys
    // biome-ignore lint/a11y/useSemanticElements: a table row cannot be positioned absolutely
    <div
      role="row"
      data-key={id}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-label={[track.title, track.artist].filter((text) => text !== "").join(", ")}
      data-selected={isSelected || undefined}
      onPointerDown={({ pointerType }) => onPointerDown(pointerType)}
      onClick={(event) => onPress(event, id)}
      onDoubleClick={({ target }) => !isControl(target) && onAction(id)}
      onContextMenu={(event) => {
        if (!isTouch(event)) return;
        event.preventDefault();
        onLongPress(id);
      }}
      onFocus={() => onFocus(id)}
      className={`group absolute inset-x-0 select-none rounded-none outline-offset-[-2px] focus-visible:outline-2 focus-visible:outline-focus md:rounded-md ${isDragged ? "opacity-40" : ""}`}
      style={{ height: rowPx, transform: `translateY(${index * rowPx}px)` }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the row is not a table row either */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the row takes the focus */}
      <div role="gridcell" className="relative h-full">
        {isPlaceholder ? <PlaceholderRow /> : <EntryRow entry={entry} />}
      </div>
    </div>
  );
});
