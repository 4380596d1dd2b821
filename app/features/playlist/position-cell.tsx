import { Play } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { formatCount } from "#app/i18n/format.ts";
import { Equaliser } from "#app/ui/equaliser.tsx";
import { useRowFacts } from "./row-facts.ts";
import { SelectMark } from "./select-mark.tsx";

/** The position; while it is pointed at a way to play it; the equaliser where it plays; a mark while several are selected. */
export function PositionCell({ entry }: { readonly entry: Entry }) {
  const { t } = useTranslation("room");
  const { canPlay, commands, currentId, isPlaying, isSelecting, language, positions } = useRowFacts();
  if (isSelecting) return <SelectMark />;
  const number = formatCount((positions.get(entry.id) ?? 0) + 1, language);
  const shown = entry.id === currentId && isPlaying ? <PlayingMark /> : number;
  if (!canPlay) return <>{shown}</>;
  return (
    <>
      <span className="group-hover:hidden group-focus-within:hidden">{shown}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("playlist.play", { title: entry.track.title })}
        onClick={() => commands.select(entry.id)}
        className="hidden rounded-sm text-ink group-hover:block group-focus-within:block"
      >
        <Play size={16} fill="currentColor" aria-hidden />
      </button>
    </>
  );
}

/** Moves while the room plays; has its colour only while this device sounds with it. */
export function PlayingMark({ isOnCover = false }: { readonly isOnCover?: boolean }) {
  const { isPlaying, isLit } = useRowFacts();
  if (isOnCover) return <Equaliser isOn={isPlaying} tone={isLit ? "on-cover" : "quiet-on-cover"} />;
  return <Equaliser isOn={isPlaying} tone={isLit ? "lit" : "quiet"} />;
}
