import { ImagePlus } from "lucide-react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { joinClasses } from "#app/ui/join-classes.ts";
import { Spinner } from "#app/ui/spinner.tsx";

type PhotoChoiceProps = {
  /** A file is being read. */
  readonly isReading: boolean;
  readonly isDisabled: boolean;
  readonly onFile: (file: File) => void;
};

/** A box that opens the chooser for a picture, and takes one that is dropped on it. */
export function PhotoChoice({ isReading, isDisabled, onFile }: PhotoChoiceProps) {
  const { t } = useTranslation("account");
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const mayTake = !isReading && !isDisabled;
  useEffect(() => button.current?.focus(), []);

  // the page behind may take files too: these are not for it
  const take = (event: DragEvent, isOverNow: boolean) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(isOverNow);
  };
  const drop = (event: DragEvent) => {
    take(event, false);
    const [file] = event.dataTransfer.files;
    if (file && mayTake) onFile(file);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way; the button in it takes keys
    <div
      data-testid="photo-drop"
      onDragEnter={(event) => take(event, true)}
      onDragOver={(event) => take(event, true)}
      onDragLeave={(event) => take(event, false)}
      onDrop={drop}
      className={joinClasses(
        "relative grid min-h-50 place-content-center justify-items-center gap-1 rounded-[12px] border-[1.5px] border-dashed border-line-strong p-4 text-center text-ink-2 hover:bg-sunken",
        isOver && "border-ink bg-sunken",
      )}
    >
      {isReading ? <Spinner /> : <ImagePlus aria-hidden size={26} strokeWidth={1.75} />}
      <button
        ref={button}
        type="button"
        aria-disabled={!mayTake}
        onClick={() => mayTake && input.current?.click()}
        className="font-strong text-ink after:absolute after:inset-0 after:rounded-[12px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {t(isReading ? "photo.reading" : "photo.choose")}
      </button>
      <span className="text-small text-ink-3">
        <span className="pointer-coarse:hidden">{t("photo.drop")} </span>
        {t("photo.rule")}
      </span>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg"
        hidden
        data-testid="photo"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // the same file may be chosen again
          currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </div>
  );
}
