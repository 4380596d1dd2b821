import type { TFunction } from "i18next";
import { forwardRef, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatMs } from "#app/i18n/format.ts";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";
import { Spinner } from "#app/ui/spinner.tsx";
import { StatusDot } from "#app/ui/status-dot.tsx";
import type { Player } from "./use-player.ts";

type SyncChipProps = { readonly player: Player; readonly onPress?: (event: PressEvent) => void; readonly isWide?: boolean };

/** In sync or not, and by how much. A press shows how we know. */
export const SyncChip = forwardRef<HTMLButtonElement, SyncChipProps>(function SyncChip(
  { player, onPress, isWide, ...rest },
  ref,
) {
  const { t } = useTranslation("room");
  const { lamp, label, detail } = useSyncWords(player);
  return (
    <button
      {...rest}
      {...pressProps<HTMLButtonElement>(onPress, rest)}
      ref={ref}
      type="button"
      aria-label={`${label}${detail ? ` ${detail}` : ""}. ${t("sync.open")}`}
      className={`inline-flex shrink-0 items-center gap-2 whitespace-nowrap rounded-full bg-sunken text-small font-label hover:bg-pressed ${isWide ? "h-11 w-full px-4" : "h-8 px-3"}`}
    >
      {lamp}
      {label}
      {detail && <span className={`font-normal text-ink-3 tabular-nums ${isWide ? "ml-auto" : ""}`}>{detail}</span>}
    </button>
  );
});

/** How far off it is; where the clock is less sure than that, how far it may be. */
export function lateness(t: TFunction<"room">, { status }: Player, language: string): string {
  const errorMs = status.errorMs ?? 0;
  const boundMs = status.clock?.boundMs ?? 0;
  if (Math.abs(errorMs) < boundMs) return t("player.unsure", { ms: formatMs(Math.abs(errorMs) + boundMs, language) });
  return t(errorMs < 0 ? "player.behind" : "player.ahead", { ms: formatMs(Math.abs(errorMs), language) });
}

/** The same words for the chip, the mini bar and the panel. */
export function useSyncWords(player: Player): {
  readonly lamp: ReactNode;
  readonly label: string;
  readonly detail: string | null;
} {
  const { t, i18n } = useTranslation("room");
  const { state, status, view } = player;
  const ms = formatMs(Math.abs(status.errorMs ?? 0), i18n.language);
  const listening = view.syncSummary?.devices ?? 0;
  switch (state) {
    case "connect":
      return { lamp: <StatusDot tone="off" />, label: t("player.listening", { count: listening }), detail: null };
    case "empty":
    case "ready":
      return { lamp: <StatusDot tone="off" />, label: t("player.ready"), detail: null };
    case "processing":
      return { lamp: <StatusDot tone="off" />, label: t("player.processing"), detail: null };
    case "syncing":
      return { lamp: <Spinner />, label: t("player.syncing"), detail: null };
    case "in-sync":
      return { lamp: <StatusDot tone="sync" />, label: t("player.inSync"), detail: t("sync.ms", { ms }) };
    case "late":
      return { lamp: <StatusDot tone="error" />, label: lateness(t, player, i18n.language), detail: null };
    case "reconnecting":
      return { lamp: <StatusDot tone="wait" isBreathing />, label: t("player.reconnecting"), detail: null };
    case "fault":
      return { lamp: <StatusDot tone="error" />, label: t("player.error"), detail: null };
  }
}
