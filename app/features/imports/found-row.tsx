import { memo, useRef } from "react";
import { CheckMark } from "#app/ui/check-mark.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import type { FoundTrack } from "./found.ts";
import { isSelectable } from "./found-selection.ts";
import { TrackSummary } from "./track-summary.tsx";

type FoundRowProps = {
  readonly item: FoundTrack;
  readonly isSelected: boolean;
  /** `isRange` is true while Shift is held. */
  readonly onSelect: (item: FoundTrack, options: { readonly isRange: boolean }) => void;
};

/** A found track with a checkbox. The whole row is the label of the checkbox. */
export const FoundRow = memo(function FoundRow({ item, isSelected, onSelect }: FoundRowProps) {
  // the change event of a checkbox does not include the Shift key, so the event before it records it
  const isRange = useRef(false);
  const recordShift = ({ shiftKey }: { readonly shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  const isOff = !isSelectable(item);
  return (
    <li className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <label
        onPointerDown={recordShift}
        className={joinClasses(
          "flex min-h-15 items-center gap-3 rounded-md px-2 py-2 select-none has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-focus",
          isOff ? "cursor-not-allowed" : "cursor-pointer",
          isSelected ? "bg-sunken" : !isOff && "hover:bg-sunken",
        )}
      >
        <input
          type="checkbox"
          checked={isSelected}
          disabled={isOff}
          onKeyDown={recordShift}
          onChange={() => onSelect(item, { isRange: isRange.current })}
          className="sr-only"
        />
        <CheckMark isSelected={isSelected} isOff={isOff} />
        <TrackSummary item={item} />
      </label>
    </li>
  );
});
