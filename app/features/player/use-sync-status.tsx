import { AudioLines, VolumeX } from "lucide-react";
import type { ReactNode } from "react";
import { formatMs } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { StatusDot } from "#app/ui/status-dot.tsx";
import { formatDeviation, largestDeviationMs } from "./deviation-text.ts";
import type { PlayerState } from "./player-state.ts";
import type { Mute } from "./silence.ts";
import type { Player } from "./use-player.ts";
import { useSilence } from "./use-silence.ts";

type SyncStatusText = {
  readonly indicator: ReactNode;
  readonly label: string;
  readonly detail?: string;
  /** The heading of the panel, where it says more than the label. */
  readonly title?: string;
};

/** States in which a device would be heard if it were not muted. The others say more than that it is muted. */
const AUDIBLE: readonly PlayerState[] = ["ready", "syncing", "in-sync", "uncertain"];

/** States that matter more than a sound check, which plays without a track too. */
const SAYS_MORE: readonly PlayerState[] = ["connect", "sync-error", "reconnecting", "fault"];

/** The sync status as the badge, the mini bar and the panel show it. A muted device keeps the heading of its sync. */
export function useSyncStatus(player: Player): SyncStatusText {
  const { t } = useTranslation("room");
  const status = useAudibleStatus(player);
  const silence = useSilence(player.view);
  if (silence === null || SAYS_MORE.includes(player.state)) return status;
  if (silence.kind === "sound-check") {
    return { indicator: <AudioLines aria-hidden size={16} />, label: t("player.soundCheck") };
  }
  if (!AUDIBLE.includes(player.state)) return status;
  return {
    indicator: <VolumeX aria-hidden size={16} />,
    label: formatMute(t, silence),
    title: status.title ?? status.label,
  };
}

function formatMute(t: Translate<"room">, mute: Mute): string {
  if (mute.kind === "room") return t("player.roomMuted");
  return mute.by === null ? t("player.muted") : t("player.mutedBy", { name: mute.by });
}

function useAudibleStatus(player: Player): SyncStatusText {
  const { t, language } = useTranslation("room");
  const { state, view } = player;
  const status = useStore(player.engineStatus);
  switch (state) {
    case "connect": {
      const count = view.syncSummary?.devices ?? 0;
      const label = player.sound === "stopped" ? t("player.notListening") : t("player.listening", { count });
      return { indicator: <StatusDot tone="off" />, label, title: t("sync.silentTitle") };
    }
    case "empty":
    case "ready":
      return { indicator: <StatusDot tone="off" />, label: t("player.ready") };
    case "processing":
      return { indicator: <StatusDot tone="off" />, label: t("player.processing") };
    case "syncing":
      return { indicator: <Spinner />, label: t("player.syncing") };
    case "in-sync": {
      const ms = formatMs(largestDeviationMs(status), language);
      const detail = t("sync.within", { ms });
      return { indicator: <StatusDot tone="sync" />, label: t("player.inSync"), detail, title: t("sync.title") };
    }
    case "uncertain": {
      const ms = formatMs(largestDeviationMs(status), language);
      const title = t("sync.uncertainTitle", { ms });
      return { indicator: <StatusDot tone="wait" />, label: t("player.uncertain", { ms }), title };
    }
    case "sync-error": {
      const label = formatDeviation(t, status, language);
      return { indicator: <StatusDot tone="error" />, label };
    }
    case "reconnecting":
      return { indicator: <StatusDot tone="wait" isBreathing />, label: t("player.reconnecting") };
    case "fault":
      return { indicator: <StatusDot tone="error" />, label: t("player.error"), title: t("player.faultTitle") };
  }
}
