import { useTranslation } from "#app/i18n/use-translation.ts";
import { useFileDrop } from "./use-file-drop.ts";

/** Accepts files dropped anywhere on the page. Shows a frame while files are dragged over it. */
export function DropOverlay({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation("room");
  const isDraggedOver = useFileDrop(onFiles);
  if (!isDraggedOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-(--z-toast) grid place-items-center bg-[color-mix(in_oklch,var(--bg)_70%,transparent)]">
      <p className="forced-edge absolute inset-3 grid place-items-center rounded-xl text-h1 font-bold inset-ring-2 inset-ring-ink">
        {t("upload.dropAnywhere")}
      </p>
    </div>
  );
}
