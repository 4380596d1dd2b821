import { Download, Plus, X } from "lucide-react";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import type { SelectionSources } from "./found-selection.ts";

type SelectionBarProps = {
  readonly sources: SelectionSources;
  readonly isBusy: boolean;
  readonly onClear: () => void;
  readonly onConfirm: () => void;
};

/** Sticks to the bottom of the dialog: the number of selected tracks, and bringing them into the room. */
export function SelectionBar({ sources, isBusy, onClear, onConfirm }: SelectionBarProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const library = sources.libraryIds.length;
  const count = library + sources.imported.length;
  const isOnlyLibrary = library === count;
  const isTooLarge = sources.imported.length > importLimits.batchTracks;
  const facts = [
    t("found.selected", { count }),
    ...(library > 0 && !isOnlyLibrary ? [t("found.fromLibrary", { count: library })] : []),
  ];
  return (
    <div className="sticky -bottom-6 z-1 -mx-6 -mb-6 grid bg-overlay px-6 pb-3">
      <div className="forced-edge flex flex-wrap items-center gap-2 rounded-lg bg-overlay p-2 shadow-2 inset-ring inset-ring-line">
        <p className="mr-auto flex min-w-0 items-center gap-1 pl-1 text-small tabular-nums">
          <span role="status" className="min-w-0">
            {facts.join(", ")}
          </span>
          <IconButton size="sm" label={t("found.unselect")} icon={<X />} onPress={onClear} />
        </p>
        <Button
          variant="primary"
          icon={isOnlyLibrary ? <Plus /> : <Download />}
          isBusy={isBusy}
          disabledReason={isTooLarge ? errorText("import-batch-too-large") : null}
          onPress={onConfirm}
          className="max-md:w-full"
        >
          {t(isOnlyLibrary ? "found.add" : "found.import", { count })}
        </Button>
      </div>
    </div>
  );
}
