import { Plus, Trash2, X } from "lucide-react";
import type { Ref } from "react";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { ProgressBar } from "#app/ui/progress-bar.tsx";

export type SelectionBarProps = {
  readonly count: number;
  /** The number of selected tracks that the user uploaded and may delete. */
  readonly ownCount: number;
  /** Null while no tracks are being added. */
  readonly progress: { readonly done: number; readonly total: number } | null;
  readonly onAdd: () => void;
  readonly deleteButtonRef: Ref<HTMLButtonElement>;
  readonly onDelete: () => void;
  readonly onClear: () => void;
};

/** The actions on the selected tracks. */
export function SelectionBar({ count, ownCount, progress, onAdd, ...props }: SelectionBarProps) {
  const { deleteButtonRef, onDelete, onClear } = props;
  const { t, language } = useTranslation("library");
  const format = (n: number) => formatCount(n, language);
  return (
    <div className="forced-edge grid gap-2 rounded-lg bg-overlay p-2 shadow-2 inset-ring inset-ring-line">
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="mr-auto flex min-w-0 pl-1 items-center gap-1 text-small tabular-nums">
          {progress ? t("adding", { done: format(progress.done), total: format(progress.total) }) : t("selected", { count })}
          {!progress && <IconButton size="sm" label={t("unselect")} icon={<X />} onPress={onClear} />}
        </p>
        {ownCount > 0 && !progress && (
          <IconButton
            ref={deleteButtonRef}
            label={t("deleteMany", { count: ownCount })}
            tooltip
            icon={<Trash2 />}
            onPress={onDelete}
          />
        )}
        <Button variant="primary" icon={<Plus />} isBusy={progress !== null} onPress={onAdd} className="max-md:w-full">
          {t("add", { count })}
        </Button>
      </div>
      {progress && progress.total > progress.done && (
        <ProgressBar value={progress.done / progress.total} label={t("add", { count: progress.total })} />
      )}
    </div>
  );
}
