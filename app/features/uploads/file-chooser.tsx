import { useRef } from "react";
import { ACCEPTED_FILES } from "#app/domain/audio-files/audio-format.ts";
import { useIsMobile } from "#app/ui/use-media-query.ts";

type FileChooserProps = {
  readonly icon: JSX.Element;
  /** On the button; the whole box is one. */
  readonly label: JSX.Element | string;
  readonly folderLabel: string;
  readonly hint?: string;
  readonly testId: string;
  readonly onFiles: (files: readonly File[]) => void;
};

/** A box that opens the chooser for files, and a way to a whole folder, which telephones do not have. */
export function FileChooser({ icon, label, folderLabel, hint, testId, onFiles }: FileChooserProps) {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const isMobile = useIsMobile();
  const take = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    onFiles(Array.from(currentTarget.files ?? []));
    // the same files may be chosen again
    currentTarget.value = "";
  };
  return (
    <div className="relative flex min-h-14 flex-wrap items-center gap-x-3 rounded-[12px] border-[1.5px] border-dashed border-line-strong px-4 py-2 text-ink-2 hover:bg-sunken">
      {icon}
      <button
        type="button"
        onClick={() => files.current?.click()}
        className="text-left after:absolute after:inset-0 after:rounded-[12px] focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus"
      >
        {label}
      </button>
      {!isMobile && (
        <button
          type="button"
          onClick={() => folder.current?.click()}
          className="relative z-1 text-ink underline underline-offset-3"
        >
          {folderLabel}
        </button>
      )}
      {hint && <span className="ml-auto text-caption">{hint}</span>}
      <input ref={files} type="file" multiple accept={ACCEPTED_FILES} hidden data-testid={testId} onChange={take} />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-testid={`${testId}-folder`}
        onChange={take}
        {...{ webkitdirectory: "" }}
      />
    </div>
  );
}
