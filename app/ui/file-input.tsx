import { type ComponentPropsWithoutRef, forwardRef } from "react";

type FileInputProps = Omit<ComponentPropsWithoutRef<"input">, "type" | "hidden" | "onChange"> & {
  readonly onFiles: (files: readonly File[]) => void;
};

/** A hidden input that opens the browser's file dialog. A button calls `click()` through the ref. */
export const FileInput = forwardRef<HTMLInputElement, FileInputProps>(function FileInput({ onFiles, ...input }, ref) {
  return (
    <input
      {...input}
      ref={ref}
      type="file"
      hidden
      onChange={({ currentTarget }) => {
        const files = Array.from(currentTarget.files ?? []);
        // Without this, choosing the same files again would not fire a change event.
        currentTarget.value = "";
        if (files.length > 0) onFiles(files);
      }}
    />
  );
});
