import { BookmarkMinus, Check, DoorOpen, Ellipsis, Trash2 } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import { formatDuration } from "#app/i18n/format.ts";
import { useSpokenDuration } from "#app/i18n/use-spoken-duration.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { CheckMark } from "#app/ui/check-mark.tsx";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { MenuItem, MenuTrigger } from "#app/ui/menu.tsx";
import type { LibraryTrack } from "./library-list.ts";

type LibraryRowProps = {
  readonly item: LibraryTrack;
  readonly isSelected: boolean;
  /** `isRange` is true while Shift is held. */
  readonly onSelect: (item: LibraryTrack, options: { readonly isRange: boolean }) => void;
  readonly onUsage: (item: LibraryTrack) => void;
  readonly onDelete: (item: LibraryTrack) => void;
  readonly onUnsave: (item: LibraryTrack) => void;
  /** A note below the row that the menu has opened. */
  readonly children?: ReactNode;
};

/** A track with a checkbox. The whole row is the label of the checkbox. */
export const LibraryRow = memo(function LibraryRow({ item, isSelected, onSelect, ...props }: LibraryRowProps) {
  const { children, ...actions } = props;
  const { track } = item;
  return (
    <li data-track={track.id} className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <div
        className={joinClasses(
          "flex items-center gap-1 rounded-md pr-1 select-none has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-focus",
          isSelected ? "bg-sunken" : "hover:bg-sunken",
        )}
      >
        <TrackLabel item={item} isSelected={isSelected} onSelect={onSelect} />
        {item.isOwn || item.isSaved ? <RowMenu item={item} {...actions} /> : <span className="w-8 shrink-0" />}
      </div>
      {children && <div className="py-2">{children}</div>}
    </li>
  );
});

function TrackLabel({ item, isSelected, onSelect }: Pick<LibraryRowProps, "item" | "isSelected" | "onSelect">) {
  const format = useSpokenDuration();
  // the change event of a checkbox does not include the Shift key, so the event before it records it
  const isRange = useRef(false);
  const recordShift = ({ shiftKey }: { readonly shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  const { track } = item;
  return (
    <label onPointerDown={recordShift} className="flex min-h-15 min-w-0 flex-1 cursor-pointer items-center gap-3 py-2 pl-2">
      <input
        type="checkbox"
        checked={isSelected}
        onKeyDown={recordShift}
        onChange={() => onSelect(item, { isRange: isRange.current })}
        className="peer sr-only"
      />
      <CheckMark isSelected={isSelected} />
      <Cover src={track.cover && `/media/library-cover/${track.cover}`} size={40} />
      <span className="grid min-w-0 flex-1 gap-0.5">
        <span title={track.title} className="truncate font-strong">
          {track.title}
        </span>
        <Facts item={item} />
      </span>
      <span className="shrink-0 text-small text-ink-3 tabular-nums">
        <span aria-hidden>{formatDuration(track.durationMs)}</span>
        <span className="sr-only">{format(track.durationMs)}</span>
      </span>
    </label>
  );
}

function Facts({ item }: { readonly item: LibraryTrack }) {
  const { t } = useTranslation("library");
  const { track, rooms, isHere } = item;
  const usage = !isHere && rooms > 0 ? t("rooms", { count: rooms }) : null;
  const facts = [track.artist, useSource(item), usage].filter((fact) => fact);
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-small text-ink-3">
      {facts.length > 0 && <span className="min-w-0 truncate">{facts.join(" · ")}</span>}
      {isHere && (
        <span className="inline-flex shrink-0 items-center gap-1 text-ink-2">
          <Check size={14} strokeWidth={2.25} aria-hidden />
          {t("isHere")}
        </span>
      )}
    </span>
  );
}

/** How the user has a track that they have not uploaded. */
function useSource({ isOwn, isSaved, uploader }: LibraryTrack): string | null {
  const { t } = useTranslation("library");
  if (isOwn) return null;
  if (!uploader) return isSaved ? t("saved") : null;
  return t(isSaved ? "savedFrom" : "uploadedBy", { name: uploader.name });
}

type RowMenuProps = Pick<LibraryRowProps, "item" | "onUsage" | "onDelete" | "onUnsave">;

/** The actions on a track that the user has uploaded or saved. */
function RowMenu({ item, onUsage, onDelete, onUnsave }: RowMenuProps) {
  const { t } = useTranslation("library");
  const { title } = item.track;
  return (
    <MenuTrigger
      label={t("more", { title })}
      placement="bottom end"
      trigger={<IconButton size="sm" label={t("more", { title })} icon={<Ellipsis />} />}
    >
      {item.isOwn ? (
        <>
          <MenuItem icon={<DoorOpen />} onAction={() => onUsage(item)}>
            {t("usage")}
          </MenuItem>
          <MenuItem icon={<Trash2 />} isDanger onAction={() => onDelete(item)}>
            {t("delete")}
          </MenuItem>
        </>
      ) : (
        <MenuItem icon={<BookmarkMinus />} onAction={() => onUnsave(item)}>
          {t("unsave")}
        </MenuItem>
      )}
    </MenuTrigger>
  );
}
