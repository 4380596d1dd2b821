import { useRef } from "react";
import { ACCEPTED_FILES } from "#app/domain/audio-files/audio-format.ts";
import { FileInput } from "#app/ui/file-input.tsx";
import { useIsMobile } from "#app/ui/use-media-query.ts";

type FileChooserProps = {
  readonly icon: JSX.Element;
  /** The content of the button, whose click area is the whole box. */
  readonly label: JSX.Element | string;
  readonly folderLabel: string;
  readonly hint?: string;
  readonly testId: string;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A box that opens the browser's file dialog, with a second button for a folder. Phones cannot choose folders. */
export function FileChooser({ icon, label, folderLabel, hint, testId, onFiles }: FileChooserProps) {
  const filesInput = useRef<HTMLInputElement>(null);
  const folderInput = useRef<HTMLInputElement>(null);
  const isMobile = useIsMobile();
  return (
    <div className="relative flex min-h-14 flex-wrap items-center gap-x-3 rounded-[12px] border-[1.5px] border-dashed border-line-strong px-4 py-2 text-ink-2 hover:bg-sunken">
      {icon}
      <button
        type="button"
        onClick={() => filesInput.current?.click()}
        className="text-left after:absolute after:inset-0 after:rounded-[12px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {label}
      </button>
      {!isMobile && (
        <button
          type="button"
          onClick={() => folderInput.current?.click()}
          className="relative z-1 text-ink underline underline-offset-3 after:absolute after:inset-x-0 after:-inset-y-0.5 pointer-coarse:after:-inset-y-3"
        >
          {folderLabel}
        </button>
      )}
      {hint && <span className="ml-auto text-caption">{hint}</span>}
      <FileInput ref={filesInput} multiple accept={`${ACCEPTED_FILES},.lrc`} data-testid={testId} onFiles={onFiles} />
      <FileInput ref={folderInput} multiple {...{ webkitdirectory: "" }} data-testid={`${testId}-folder`} onFiles={onFiles} />
    </div>
  );
}
