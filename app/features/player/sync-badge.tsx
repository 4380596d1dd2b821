import { forwardRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type PressEvent, pressProps } from "#app/ui/press-props.ts";
import type { Player } from "./use-player.ts";
import { useSyncStatus } from "./use-sync-status.tsx";

type SyncBadgeProps = {
  readonly player: Player;
  readonly onPress?: (event: PressEvent) => void;
  readonly isWide?: boolean;
};

const BASE =
  "forced-control relative inline-flex min-w-10 items-center gap-2 whitespace-nowrap rounded-full bg-sunken text-small font-label hover:bg-pressed";
const WIDE = "h-11 w-full px-4";
/** In a narrow dock it has only the indicator. The touch target is at least 44 px. */
const IN_DOCK =
  "h-8 px-3 max-[820px]:size-10 max-[820px]:justify-center max-[820px]:px-0 " +
  "pointer-coarse:after:absolute pointer-coarse:after:-inset-x-0.5 pointer-coarse:after:-inset-y-1.5";

/** In a dock of medium width there is room for the label alone. */
const DETAIL_IN_DOCK = "max-[820px]:sr-only min-[1180px]:max-[1440px]:hidden";

/** A button with the sync status of this device. It opens the details. */
export const SyncBadge = forwardRef<HTMLButtonElement, SyncBadgeProps>(function SyncBadge(
  { player, onPress, isWide = false, ...rest },
  ref,
) {
  const { t } = useTranslation("room");
  const { indicator, label, detail } = useSyncStatus(player);
  const textClass = isWide ? "" : "max-[820px]:sr-only";
  return (
    <button
      {...rest}
      {...pressProps<HTMLButtonElement>(onPress, rest)}
      ref={ref}
      type="button"
      aria-label={`${label}${detail ? ` ${detail}` : ""}. ${t("sync.open")}`}
      className={`${BASE} ${isWide ? WIDE : IN_DOCK}`}
    >
      {indicator}
      <span title={label} className={`min-w-0 truncate ${isWide ? "" : "max-w-52"} ${textClass}`}>
        {label}
      </span>
      {detail && <span className={`font-normal text-ink-3 tabular-nums ${isWide ? "ml-auto" : DETAIL_IN_DOCK}`}>{detail}</span>}
    </button>
  );
});
