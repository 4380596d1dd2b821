import { Play } from "lucide-react";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Equalizer } from "#app/ui/equalizer.tsx";
import { useRowContext } from "./row-context.ts";
import { SelectMark } from "./select-mark.tsx";

/**
 * The position of an entry, or the equalizer while it plays. A hovered or focused row shows a play button instead, a touch
 * screen always does, and multi-selection shows a checkbox.
 */
export function PositionCell({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { canPlay, commands, currentId, isPlaying, isMultiSelect, language, indexById } = useRowContext();
  if (isMultiSelect) return <SelectMark />;
  const position = formatCount((indexById.get(entry.id) ?? 0) + 1, language);
  const isNow = entry.id === currentId && isPlaying;
  const content = isNow ? <PlayingMark /> : position;
  if (!canPlay) return <>{content}</>;
  return (
    <>
      <span className={`group-hover:hidden group-focus-within:hidden ${isNow ? "" : "pointer-coarse:hidden"}`}>{content}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("playlist.play", { title: entry.track.title })}
        onClick={() => commands.select(entry.id)}
        className={`relative hidden rounded-sm text-ink group-hover:block group-focus-within:block after:absolute after:-inset-1 pointer-coarse:after:-inset-3.5 ${isNow ? "" : "pointer-coarse:block"}`}
      >
        <Play size={16} fill="currentColor" aria-hidden />
      </button>
    </>
  );
}

/** The equalizer moves while the room plays. It is colored only while this device plays in sync. */
export function PlayingMark({ isOnCover = false }: { readonly isOnCover?: boolean }) {
  const { isPlaying, isInSync } = useRowContext();
  if (isOnCover) return <Equalizer isOn={isPlaying} tone={isInSync ? "in-sync-on-cover" : "out-of-sync-on-cover"} />;
  return <Equalizer isOn={isPlaying} tone={isInSync ? "in-sync" : "out-of-sync"} />;
}
