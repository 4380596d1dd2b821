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
      className="floats pointer-events-auto absolute bottom-28 left-1/2 z-(--z-fab) flex h-13 -translate-x-1/2 animate-rise items-center gap-1 rounded-full bg-overlay px-2 whitespace-nowrap shadow-2 max-md:inset-x-0 max-md:bottom-22 max-md:translate-x-0"
    >
      <IconButton size="sm" label={t("playlist.clearSelection")} icon={<X />} onPress={onClear} />
      <span className="mr-2 font-strong tabular-nums max-md:sr-only">{t("playlist.selected", { count })}</span>
      {/* a telephone needs the room for what asks for a second press */}
      <span aria-hidden className="mr-2 font-strong tabular-nums md:hidden">
        {count}
      </span>
      {mayArrange && (
        <>
          <span className="flex-1" />
          <Button size="sm" variant="ghost" icon={<ListStart />} aria-label={t("playlist.playNext")} onPress={onQueue}>
            <span className="max-md:hidden">{t("playlist.playNext")}</span>
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
