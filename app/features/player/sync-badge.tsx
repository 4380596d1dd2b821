import { forwardRef } from "react";
import { useTranslation } from "react-i18next";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";
import type { Player } from "./use-player.ts";
import { useSyncStatus } from "./use-sync-status.tsx";

type SyncBadgeProps = {
  readonly player: Player;
  readonly onPress?: (event: PressEvent) => void;
  readonly isWide?: boolean;
};

/** A button with the sync status of this device. It opens the details. */
export const SyncBadge = forwardRef<HTMLButtonElement, SyncBadgeProps>(function SyncBadge(
  { player, onPress, isWide, ...rest },
  ref,
) {
  const { t } = useTranslation("room");
  const { indicator, label, detail } = useSyncStatus(player);
  return (
    <button
      {...rest}
      {...pressProps<HTMLButtonElement>(onPress, rest)}
      ref={ref}
      type="button"
      aria-label={`${label}${detail ? ` ${detail}` : ""}. ${t("sync.open")}`}
      className={`inline-flex shrink-0 items-center gap-2 whitespace-nowrap rounded-full bg-sunken text-small font-label hover:bg-pressed ${isWide ? "h-11 w-full px-4" : "h-8 px-3"}`}
    >
      {indicator}
      {label}
      {detail && <span className={`font-normal text-ink-3 tabular-nums ${isWide ? "ml-auto" : ""}`}>{detail}</span>}
    </button>
  );
});
