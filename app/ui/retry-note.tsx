import { CircleAlert } from "lucide-react";
import { Button } from "./button.tsx";
import { Note } from "./note.tsx";

type RetryNoteProps = { readonly text: string; readonly label: string; readonly onRetry: () => void };

/** An error with a button that tries again. */
export function RetryNote({ text, label, onRetry }: RetryNoteProps) {
  return (
    <Note tone="danger" role="alert" icon={<CircleAlert />}>
      <span className="flex flex-wrap items-center justify-between gap-2">
        {text}
        <Button size="sm" variant="raised" onPress={onRetry}>
          {label}
        </Button>
      </span>
    </Note>
  );
}
