import { useId } from "react";
import { type CharacterCount, FieldHeader } from "./field-header.tsx";
import { joinClasses } from "./join-classes.ts";

type TextAreaProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error?: string | null;
  readonly count?: CharacterCount;
  /** The height in lines. */
  readonly rows?: number;
};

/** A text field of several lines. */
export function TextArea({ label, value, onChange, error = null, count, rows = 3 }: TextAreaProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="grid gap-1.5">
      <FieldHeader count={count}>
        <label htmlFor={id} className="font-label text-ink-2">
          {label}
        </label>
      </FieldHeader>
      <textarea
        id={id}
        rows={rows}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={error !== null}
        {...(error !== null && { "aria-describedby": errorId })}
        // iOS zooms in on fields with a font below 16 px
        className={joinClasses(
          "forced-edge w-full resize-y rounded-md bg-overlay px-3 py-2 text-lead text-ink outline-none md:text-body",
          "focus-visible:outline-2 focus-visible:outline-offset-1 focus-visible:outline-focus",
          error === null ? "inset-ring inset-ring-line-strong" : "inset-ring-[1.5px] inset-ring-danger-ink",
        )}
      />
      {error !== null && (
        <p id={errorId} className="text-small leading-[18px] font-[450] text-danger-ink">
          {error}
        </p>
      )}
    </div>
  );
}
