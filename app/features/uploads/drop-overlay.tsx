import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { droppedFiles } from "./dropped-files.ts";

/** Files may be dropped anywhere on the page; a frame says so while they are dragged over it. */
export function DropOverlay({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const { t } = useTranslation("room");
  const [isOver, setOver] = useState(false);
  const latest = useRef(onFiles);
  latest.current = onFiles;

  useEffect(() => {
    // each element that is entered and left says so; over none of them means out
    let depth = 0;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onEnter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth += 1;
      setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const onOver = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault();
    };
    const onDrop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      void droppedFiles(event.dataTransfer).then((files) => files.length > 0 && latest.current(files));
    };
    window.addEventListener("dragenter", onEnter);
    window.addEventListener("dragleave", onLeave);
    window.addEventListener("dragover", onOver);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragenter", onEnter);
      window.removeEventListener("dragleave", onLeave);
      window.removeEventListener("dragover", onOver);
      window.removeEventListener("drop", onDrop);
    };
  }, []);

  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-0 z-(--z-toast) grid place-items-center bg-[color-mix(in_oklch,var(--bg)_70%,transparent)]">
      <p className="absolute inset-3 grid place-items-center rounded-xl text-h1 font-bold inset-ring-2 inset-ring-ink">
        {t("upload.dropAnywhere")}
      </p>
    </div>
  );
}
