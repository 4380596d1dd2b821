import { ArrowUpDown, ListStart, Pencil, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";

type BatchBarProps = BatchActionsProps & {
  /** True if the user may edit, move, queue and remove all selected entries. */
  readonly canArrange: boolean;
  readonly onClear: () => void;
};

/** A toolbar over the playlist with the actions for the selected entries. */
export function BatchBar({ canArrange, onClear, ...actions }: BatchBarProps) {
  const { t } = useTranslation("room");
  const { count } = actions;
  return (
    <div
      role="toolbar"
      aria-label={t("playlist.batch")}
      className="group/bar floats pointer-events-auto absolute bottom-28 left-1/2 z-(--z-fab) flex h-13 -translate-x-1/2 animate-rise items-center gap-1 rounded-full bg-overlay px-2 whitespace-nowrap shadow-2 max-md:inset-x-0 max-md:bottom-22 max-md:translate-x-0"
    >
      <IconButton size="sm" label={t("playlist.clearSelection")} icon={<X />} onPress={onClear} />
      <span className="mr-2 font-strong tabular-nums max-md:sr-only">{t("playlist.selected", { count })}</span>
      {/* Phones show only the number, to leave space for the label of the second press. */}
      <span aria-hidden className="mr-2 font-strong tabular-nums md:hidden">
        {count}
      </span>
      {!canArrange && <span className="min-w-0 truncate pr-2 text-small text-ink-3">{t("playlist.notYours")}</span>}
      {canArrange && count > 0 && <BatchActions {...actions} />}
    </div>
  );
}

type BatchActionsProps = {
  /** The number of selected entries. */
  readonly count: number;
  readonly onEdit: () => void;
  readonly onMoveTo: () => void;
  readonly onQueue: () => void;
  readonly onRemove: () => void;
};

function BatchActions({ count, onEdit, onMoveTo, onQueue, onRemove }: BatchActionsProps) {
  const { t } = useTranslation("room");
  return (
    <>
      <span className="flex-1" />
      <ActionButton label={t("playlist.editShort")} icon={<Pencil />} onPress={onEdit} />
      <ActionButton label={t("playlist.moveToShort")} icon={<ArrowUpDown />} onPress={onMoveTo} />
      <ActionButton label={t("playlist.playNext")} icon={<ListStart />} onPress={onQueue} />
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
  );
}

/** On phones the other actions are hidden while the label that asks for a second press is shown. */
const HIDDEN_WHILE_ARMED = "max-md:px-2 max-md:group-has-data-armed/bar:hidden";

type ActionButtonProps = { readonly label: string; readonly icon: ReactNode; readonly onPress: () => void };

function ActionButton({ label, icon, onPress }: ActionButtonProps) {
  return (
    <Button size="sm" variant="ghost" icon={icon} aria-label={label} onPress={onPress} className={HIDDEN_WHILE_ARMED}>
      <span className="max-md:hidden">{label}</span>
    </Button>
  );
}
