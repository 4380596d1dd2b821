import { Music } from "lucide-react";
import type { NowPlaying } from "#app/domain/room/now-playing.ts";
import { CardChip } from "./card-chip.tsx";

type NowPlayingChipProps = {
  readonly track: NowPlaying;
  /** Read by screen readers in place of the icon. */
  readonly label: string;
};

/** The track that a room plays. A long name is cut. */
export function NowPlayingChip({ track: { title, artist }, label }: NowPlayingChipProps) {
  const name = artist === "" ? title : `${title} — ${artist}`;
  return (
    <CardChip className="min-w-0">
      <Music size={12} aria-hidden className="shrink-0" />
      <span className="sr-only">{label}</span>
      <span title={name} className="truncate">
        {name}
      </span>
    </CardChip>
  );
}
