import { ArrowUpDown, ListStart, Pencil, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";

type BatchBarProps = {
  readonly count: number;
  /** All of them may be edited, moved, queued and removed by this visitor. */
  readonly canArrangeEntry: boolean;
  readonly onClear: () => void;
  readonly onEdit: () => void;
  readonly onMoveTo: () => void;
  readonly onQueue: () => void;
  readonly onRemove: () => void;
};

/** What can be done with all that is selected. Above the player, over the list. */
export function BatchBar({ count, canArrangeEntry, onClear, onEdit, onMoveTo, onQueue, onRemove }: BatchBarProps) {
  const { t } = useTranslation("room");
  return (
    <div
      role="toolbar"
      aria-label={t("playlist.batch")}
      className="group/bar floats pointer-events-auto absolute bottom-28 left-1/2 z-(--z-fab) flex h-13 -translate-x-1/2 animate-rise items-center gap-1 rounded-full bg-overlay px-2 whitespace-nowrap shadow-2 max-md:inset-x-0 max-md:bottom-22 max-md:translate-x-0"
    >
      <IconButton size="sm" label={t("playlist.clearSelection")} icon={<X />} onPress={onClear} />
      <span className="mr-2 font-strong tabular-nums max-md:sr-only">{t("playlist.selected", { count })}</span>
      {/* a telephone needs the room for what asks for a second press */}
      <span aria-hidden className="mr-2 font-strong tabular-nums md:hidden">
        {count}
      </span>
      {!canArrangeEntry && <span className="min-w-0 truncate pr-2 text-small text-ink-3">{t("playlist.notYours")}</span>}
      {canArrangeEntry && count > 0 && (
        <>
          <span className="flex-1" />
          <Deed label={t("playlist.editShort")} icon={<Pencil />} onPress={onEdit} />
          <Deed label={t("playlist.moveToShort")} icon={<ArrowUpDown />} onPress={onMoveTo} />
          <Deed label={t("playlist.playNext")} icon={<ListStart />} onPress={onQueue} />
          <TwoPressButton
            size="sm"
            variant="ghost"
            icon={<Trash2 />}
            label={t("playlist.remove")}
            armedLabel={t("playlist.removeCountAgain", { count })}
            announcement={t("playlist.removeCountAgain", { count })}
            onConfirm={onRemove}
          />
        </>
      )}
    </div>
  );
}

/** A telephone needs the room for what is about to be removed. */
const AWAY_WHILE_ARMED = "max-md:px-2 max-md:group-has-data-armed/bar:hidden";

type DeedProps = { readonly label: string; readonly icon: ReactNode; readonly onPress: () => void };

function Deed({ label, icon, onPress }: DeedProps) {
  return (
    <Button size="sm" variant="ghost" icon={icon} aria-label={label} onPress={onPress} className={AWAY_WHILE_ARMED}>
      <span className="max-md:hidden">{label}</span>
    </Button>
  );
}
