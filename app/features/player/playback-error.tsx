import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TrackFault } from "#app/audio/track-source.ts";
import type { Player } from "./use-player.ts";

const REASONS = {
  refused: "player.faultRefused",
  undecodable: "player.faultUndecodable",
  "too-long": "player.faultTooLong",
} as const satisfies Record<TrackFault, string>;

/** Shown in place of the seek bar if the current track cannot be played on this device. */
export function PlaybackError({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  return (
    <div role="alert" className="flex min-w-0 flex-1 items-center gap-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-danger-ink" />
      <span className="min-w-0">
        <span className="block font-strong md:truncate">{t("player.faultTitle")}</span>
        <span className="block text-small text-ink-3 md:truncate">{t(REASONS[player.status.fault ?? "undecodable"])}</span>
      </span>
    </div>
  );
}
