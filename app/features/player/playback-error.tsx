import type { TFunction } from "i18next";
import { CircleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { TrackFault } from "#app/audio/track-fault.ts";
import type { Player } from "./use-player.ts";

/** Shown in place of the seek bar if the current track cannot be played on this device. */
export function PlaybackError({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  return (
    <div role="alert" className="flex min-w-0 flex-1 items-center gap-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-danger-ink" />
      <span className="min-w-0">
        <span className="block font-strong md:truncate">{t("player.faultTitle")}</span>
        <span className="block text-small text-ink-3 md:truncate">{explain(t, player.status.fault)}</span>
      </span>
    </div>
  );
}

function explain(t: TFunction<"room">, fault: TrackFault | null): string {
  if (fault?.reason === "refused") return t("player.faultRefused");
  const format = fault?.formatName;
  if (!format) return t("player.faultUndecodable");
  return t(format === "MP3" ? "player.faultMp3" : "player.faultFormat", { format });
}
