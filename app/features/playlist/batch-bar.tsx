import { ArrowUpDown, ListStart, Pencil, Trash2, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";

type BatchBarProps = BatchActionsProps & {
  /** True if the user may edit, move, queue and remove all selected entries. */
  readonly canArrange: boolean;
  readonly onClear: () => void;
};

/** As wide as the list; on wide screens as wide as its content, in the middle. */
const BAR =
  "group/bar floats pointer-events-auto absolute inset-x-0 bottom-(--player-space) z-(--z-fab) flex h-13 animate-rise items-center gap-1 " +
  "rounded-full bg-overlay px-2 whitespace-nowrap shadow-2 lg:inset-x-auto lg:left-1/2 lg:-translate-x-1/2";

/** A toolbar over the playlist with the actions for the selected entries. */
export function BatchBar({ canArrange, onClear, ...actions }: BatchBarProps) {
  const { t } = useTranslation("room");
  const { count } = actions;
  return (
    <div role="toolbar" aria-label={t("playlist.batch")} className={BAR}>
      <IconButton size="sm" label={t("playlist.clearSelection")} icon={<X />} onPress={onClear} />
      <span className="mr-2 font-strong tabular-nums max-md:sr-only">{t("playlist.selected", { count })}</span>
      {/* Phones show only the number, to leave space for the label of the second press. */}
      <span aria-hidden className="mr-2 font-strong tabular-nums md:hidden">
        {count}
      </span>
      {!canArrange && (
        <span title={t("playlist.notYours")} className="min-w-0 truncate pr-2 text-small text-ink-3">
          {t("playlist.notYours")}
        </span>
      )}
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
      <span className="flex-1 lg:hidden" />
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
        isCompact
        onConfirm={onRemove}
      />
    </>
  );
}

/** Narrow screens show only icons, and hide them while the label that asks for a second press is shown. */
const ACTION = "max-[1000px]:px-3.5 max-[1000px]:*:gap-0 max-lg:group-has-data-armed/bar:hidden";

type ActionButtonProps = { readonly label: string; readonly icon: ReactNode; readonly onPress: () => void };

function ActionButton({ label, icon, onPress }: ActionButtonProps) {
  return (
    <Button size="sm" variant="ghost" icon={icon} aria-label={label} onPress={onPress} className={ACTION}>
      <span className="max-[1000px]:hidden">{label}</span>
    </Button>
  );
}
