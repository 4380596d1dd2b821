import { useTranslation } from "#app/i18n/use-translation.ts";
import { PopoverPanel } from "#app/ui/popover.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { SyncBadge } from "./sync-badge.tsx";
import type { Player } from "./use-player.ts";

const loadPanel = () => import("./sync-panel.tsx");

type SyncButtonProps = { readonly player: Player };

/** The sync status of this device, as a button that opens its details. */
export function SyncButton({ player }: SyncButtonProps) {
  const { t } = useTranslation("room");
  return (
    <PopoverPanel label={t("sync.open")} width={416} load={loadPanel} trigger={<SyncBadge player={player} />}>
      {(close) => <LazySyncPanel player={player} onFailure={close} />}
    </PopoverPanel>
  );
}

function LazySyncPanel({ player, onFailure }: SyncButtonProps & { readonly onFailure: () => void }) {
  const panel = useLazy(loadPanel, true, onFailure);
  return panel && <panel.SyncPanel player={player} />;
}
