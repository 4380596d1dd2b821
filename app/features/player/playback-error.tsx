import { CircleAlert } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { explainFault } from "./explain-fault.ts";
import type { Player } from "./use-player.ts";

/** The rows of the dock have a fixed height. */
const IN_DOCK = "dock:max-[1180px]:line-clamp-1 min-[1180px]:line-clamp-2";

/** Shown in place of the seek bar if the current track cannot be played on this device. The sync panel has the whole text. */
export function PlaybackError({ player }: { readonly player: Player }) {
  const { t } = useTranslation("room");
  return (
    <div role="alert" className="flex min-w-0 flex-1 items-center gap-3">
      <CircleAlert size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-danger-ink" />
      <span className="min-w-0">
        <span className={`block font-strong ${IN_DOCK}`}>{t("player.faultTitle")}</span>
        <span className={`block text-small text-ink-3 ${IN_DOCK}`}>{explainFault(t, player.fault)}</span>
      </span>
    </div>
  );
}
