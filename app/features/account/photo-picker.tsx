import { ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FileInput } from "#app/ui/file-input.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Spinner } from "#app/ui/spinner.tsx";

type PhotoPickerProps = {
  /** True while a file is being decoded. */
  readonly isReading: boolean;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
};

/** A box that opens the file chooser when pressed, and accepts a dropped file. */
export function PhotoPicker({ isReading, isDisabled, onFile }: PhotoPickerProps) {
  const { t } = useTranslation("account");
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const canAccept = !isReading && !isDisabled;
  const { isDragOver, dropHandlers } = useFileDrop((file) => canAccept && onFile(file));
  useEffect(() => button.current?.focus(), []);

  return (
    <div
      data-testid="photo-drop"
      {...dropHandlers}
      className={joinClasses(
        "relative grid min-h-50 place-content-center justify-items-center gap-1 rounded-[12px] border-[1.5px] border-dashed border-line-strong p-4 text-center text-ink-2 hover:bg-sunken",
        isDragOver && "border-ink bg-sunken",
      )}
    >
      {isReading ? <Spinner /> : <ImagePlus aria-hidden size={26} strokeWidth={1.75} />}
      <button
        ref={button}
        type="button"
        aria-disabled={!canAccept}
        onClick={() => canAccept && input.current?.click()}
        className="font-strong text-ink after:absolute after:inset-0 after:rounded-[12px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {t(isReading ? "photo.reading" : "photo.choose")}
      </button>
      <span className="text-small text-ink-3">
        <span className="pointer-coarse:hidden">{t("photo.drop")} </span>
        {t("photo.rule")}
      </span>
      <FileInput ref={input} accept="image/png,image/jpeg" data-testid="photo" onFiles={([file]) => file && onFile(file)} />
    </div>
  );
}

function useFileDrop(onFile: (file: File) => void) {
  const [isDragOver, setDragOver] = useState(false);
  // a room page behind the dialog accepts dropped files too and must not receive these
  const consume = (event: DragEvent, isOver: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    setDragOver(isOver);
  };
  const dropHandlers = {
    onDragEnter: (event: DragEvent) => consume(event, true),
    onDragOver: (event: DragEvent) => consume(event, true),
    onDragLeave: (event: DragEvent) => consume(event, false),
    onDrop: (event: DragEvent) => {
      consume(event, false);
      const [file] = event.dataTransfer.files;
      if (file) onFile(file);
    },
  };
  return { isDragOver, dropHandlers };
}
