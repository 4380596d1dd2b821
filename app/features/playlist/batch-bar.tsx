import { ListStart, Trash2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";

type BatchBarProps = {
  readonly count: number;
  /** All of them may be moved, queued and removed by this visitor. */
  readonly mayArrange: boolean;
  readonly onClear: () => void;
  readonly onQueue: () => void;
  readonly onRemove: () => void;
};

/** What can be done with all that is selected. Above the player, over the list. */
export function BatchBar({ count, mayArrange, onClear, onQueue, onRemove }: BatchBarProps) {
  const { t } = useTranslation("room");
  return (
    <div
      role="toolbar"
      aria-label={t("playlist.batch")}
      className="floats pointer-events-auto absolute bottom-28 left-1/2 z-(--z-fab) flex h-13 -translate-x-1/2 animate-rise items-center gap-1 rounded-full bg-overlay px-2 whitespace-nowrap shadow-2 max-md:inset-x-2 max-md:bottom-22 max-md:translate-x-0"
    >
      <IconButton size="sm" label={t("playlist.clearSelection")} icon={<X />} onPress={onClear} />
      <span className="mr-2 font-strong tabular-nums">{t("playlist.selected", { count })}</span>
      {mayArrange && (
        <>
          <Button size="sm" variant="ghost" icon={<ListStart />} onPress={onQueue}>
            {t("playlist.playNext")}
          </Button>
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
