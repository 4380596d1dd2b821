import { useEffect, useState } from "react";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { readDroppedFiles } from "./dropped-files.ts";

/** Receives files dropped anywhere on the page. Returns whether files are dragged over it. */
export function useFileDrop(onFiles: (files: readonly File[]) => void): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  const latestOnFiles = useLatestRef(onFiles);
  useEffect(
    () =>
      listenForFileDrops({
        onDraggedOver: setDraggedOver,
        onDrop: (transfer) => void readDroppedFiles(transfer).then((files) => files.length > 0 && latestOnFiles.current(files)),
      }),
    [latestOnFiles],
  );
  return isDraggedOver;
}

type DropHandlers = {
  readonly onDraggedOver: (isDraggedOver: boolean) => void;
  readonly onDrop: (transfer: DataTransfer) => void;
};

/** Returns the function that stops listening. */
export function listenForFileDrops({ onDraggedOver, onDrop }: DropHandlers): () => void {
  // every element fires its own enter and leave events; the files have left the page when all entered elements are left
  let enteredElements = 0;
  const setEntered = (count: number) => {
    enteredElements = Math.max(0, count);
    onDraggedOver(enteredElements > 0);
  };
  const handlers = {
    dragenter: () => setEntered(enteredElements + 1),
    dragleave: () => setEntered(enteredElements - 1),
    // without this the browser does not allow a drop
    dragover: (event: DragEvent) => event.preventDefault(),
    drop(event: DragEvent) {
      event.preventDefault();
      setEntered(0);
      if (event.dataTransfer) onDrop(event.dataTransfer);
    },
  } as const;
  const listener = (event: DragEvent) => {
    // the listener is registered for exactly these types
    if (hasFiles(event)) handlers[event.type as keyof typeof handlers](event);
  };
  const types = ["dragenter", "dragleave", "dragover", "drop"] as const;
  for (const type of types) window.addEventListener(type, listener);
  return () => {
    for (const type of types) window.removeEventListener(type, listener);
  };
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes("Files") ?? false;
}
