import { FileAudio } from "lucide-react";
import { type DragEvent, useRef, useState } from "react";
import { ACCEPTED_FILES } from "#app/domain/audio-files/audio-format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { FileInput } from "#app/ui/file-input.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";

type FileBoxProps = { readonly fileName: string | null; readonly onFile: (file: File) => void };

/** A box for one audio file, which is dropped on it or chosen. */
export function FileBox({ fileName, onFile }: FileBoxProps) {
  const { t } = useTranslation("devAudio");
  const input = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const accept = ([file]: Iterable<File>) => file && onFile(file);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    accept(event.dataTransfer.files);
  };
  return (
    <fieldset
      aria-label={t("file.box")}
      onDragEnter={() => setDraggedOver(true)}
      // the children of the box let the drag through
      onDragLeave={() => setDraggedOver(false)}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
      className={joinClasses(
        "relative flex items-center gap-3 rounded-[12px] border-[1.5px] border-dashed border-line-strong px-4 py-4 text-ink-2 hover:bg-sunken",
        isDraggedOver && "bg-sunken *:pointer-events-none",
      )}
    >
      <FileAudio aria-hidden size={20} strokeWidth={1.75} className="shrink-0" />
      <button
        type="button"
        onClick={() => input.current?.click()}
        className="min-w-0 text-left [overflow-wrap:anywhere] after:absolute after:inset-0 after:rounded-[12px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {fileName === null ? t("file.choose") : t("file.chooseOther", { name: fileName })}
      </button>
      <FileInput ref={input} accept={ACCEPTED_FILES} data-testid="audio-file" onFiles={accept} />
    </fieldset>
  );
}
