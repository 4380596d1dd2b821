import type { ReactNode } from "react";
import type { EngineStatus } from "#app/audio/engine-status.ts";
import { totalUncertaintyMs } from "#app/domain/sync/sync-uncertainty.ts";
import { formatMs } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { StatusDot } from "#app/ui/status-dot.tsx";
import type { Player } from "./use-player.ts";

type SyncStatusText = {
  readonly indicator: ReactNode;
  readonly label: string;
  readonly detail?: string;
  /** The heading of the panel, where it says more than the label. */
  readonly title?: string;
};

/** The sync status as the badge, the mini bar and the panel show it. */
export function useSyncStatus(player: Player): SyncStatusText {
  const { t, language } = useTranslation("room");
  const { state, status, view } = player;
  switch (state) {
    case "connect": {
      const count = view.syncSummary?.devices ?? 0;
      const label = status.sound === "stopped" ? t("player.notListening") : t("player.listening", { count });
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
      const label = formatDeviation(t, player, language);
      return { indicator: <StatusDot tone="error" />, label };
    }
    case "reconnecting":
      return { indicator: <StatusDot tone="wait" isBreathing />, label: t("player.reconnecting") };
    case "fault":
      return { indicator: <StatusDot tone="error" />, label: t("player.error"), title: t("player.faultTitle") };
  }
}

/** How far this device is ahead or behind. If it knows less than that, the largest possible deviation. */
export function formatDeviation(t: Translate<"room">, { status }: Player, language: string): string {
  const errorMs = status.errorMs ?? 0;
  const isUnsure = Math.abs(errorMs) < unknownMs(status);
  if (isUnsure) return t("player.unsure", { ms: formatMs(largestDeviationMs(status), language) });
  return t(errorMs < 0 ? "player.behind" : "player.ahead", { ms: formatMs(Math.abs(errorMs), language) });
}

/** The error of this device and everything it does not know, ms. */
function largestDeviationMs(status: EngineStatus): number {
  return Math.abs(status.errorMs ?? 0) + unknownMs(status);
}

function unknownMs({ uncertainty }: EngineStatus): number {
  return uncertainty ? totalUncertaintyMs(uncertainty) : 0;
}
