import { Check, DoorOpen, Ellipsis, Trash2 } from "lucide-react";
import { memo, type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatDuration, speakDuration } from "#app/i18n/format.ts";
import { Cover } from "#app/ui/cover.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { MenuItem, MenuTrigger } from "#app/ui/menu.tsx";
import type { LibraryTrack } from "./library-list.ts";

type LibraryRowProps = {
  readonly listed: LibraryTrack;
  readonly isChosen: boolean;
  readonly onChoose: (listed: LibraryTrack, how: { readonly isRange: boolean }) => void;
  readonly onUsage: (listed: LibraryTrack) => void;
  readonly onDelete: (listed: LibraryTrack) => void;
  /** What stands below it while it is asked about. */
  readonly children?: ReactNode;
};

/** A track to choose: all of the row is its box. */
export const LibraryRow = memo(function LibraryRow({ listed, isChosen, onChoose, ...row }: LibraryRowProps) {
  const { onUsage, onDelete, children } = row;
  const { t, i18n } = useTranslation("library");
  const isRange = useRef(false);
  const { track, isOwn } = listed;
  return (
    <li data-track={track.id} className="[contain-intrinsic-size:auto_60px] [content-visibility:auto]">
      <div
        className={joinClasses(
          "flex items-center gap-1 rounded-md pr-1 select-none has-[input:focus-visible]:outline-2 has-[input:focus-visible]:-outline-offset-2 has-[input:focus-visible]:outline-focus",
          isChosen ? "bg-sunken" : "hover:bg-sunken",
        )}
      >
        <label
          // what happens to the box itself does not say whether Shift is held
          onPointerDown={({ shiftKey }) => {
            isRange.current = shiftKey;
          }}
          className="flex min-h-15 min-w-0 flex-1 cursor-pointer items-center gap-3 py-2 pl-2"
        >
          <input
            type="checkbox"
            checked={isChosen}
            onKeyDown={({ shiftKey }) => {
              isRange.current = shiftKey;
            }}
            onChange={() => onChoose(listed, { isRange: isRange.current })}
            className="peer sr-only"
          />
          <Box isChosen={isChosen} />
          <Cover src={track.cover && `/media/library-cover/${track.cover}`} size={40} />
          <span className="grid min-w-0 flex-1 gap-0.5">
            <span className="truncate font-strong">{track.title}</span>
            <Facts listed={listed} />
          </span>
          <span className="shrink-0 text-small text-ink-3 tabular-nums">
            <span aria-hidden>{formatDuration(track.durationMs)}</span>
            <span className="sr-only">{speakDuration(track.durationMs, i18n.language)}</span>
          </span>
        </label>
        {isOwn ? (
          <MenuTrigger
            label={t("more", { title: track.title })}
            placement="bottom end"
            trigger={<IconButton size="sm" label={t("more", { title: track.title })} icon={<Ellipsis />} />}
          >
            <MenuItem icon={<DoorOpen />} onAction={() => onUsage(listed)}>
              {t("usage")}
            </MenuItem>
            <MenuItem icon={<Trash2 />} isDanger onAction={() => onDelete(listed)}>
              {t("delete")}
            </MenuItem>
          </MenuTrigger>
        ) : (
          <span className="w-8 shrink-0" />
        )}
      </div>
      {children && <div className="py-2">{children}</div>}
    </li>
  );
});

function Box({ isChosen }: { readonly isChosen: boolean }) {
  return (
    <span
      aria-hidden
      className={joinClasses(
        "grid size-5 shrink-0 place-items-center rounded-sm text-on-ink",
        isChosen ? "bg-ink" : "inset-ring-[1.5px] inset-ring-line-strong",
      )}
    >
      {isChosen && <Check size={14} strokeWidth={3} />}
    </span>
  );
}

function Facts({ listed: { track, rooms, isHere } }: { readonly listed: LibraryTrack }) {
  const { t } = useTranslation("library");
  const places = isHere ? null : rooms > 0 ? t("rooms", { count: rooms }) : null;
  const facts = [track.artist, places].filter((fact) => fact);
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
