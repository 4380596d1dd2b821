import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { useChat } from "./chat-context.ts";
import type { PendingChange } from "./pending-changes.ts";
import { useFocusField } from "./use-focus-field.ts";

/** The state of an edit or a removal that is on its way, or why it was refused. */
export function PendingNote({ pending }: { readonly pending: PendingChange }) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const { id, seq, change, error, isConfirmed } = pending;
  if (isConfirmed) return null;
  if (error) {
    return (
      <RefusedNote error={error} onRetry={() => store.changes.add(seq, change)} onDiscard={() => store.changes.discard(id)} />
    );
  }
  return <span className="text-caption text-ink-3">{t(change.kind === "edit" ? "saving" : "deleting")}</span>;
}

type RefusedNoteProps = {
  readonly error: NonNullable<PendingChange["error"]>;
  readonly onRetry: () => void;
  readonly onDiscard: () => void;
};

/** Why the room has refused a text, which is kept. */
export function RefusedNote({ error, onRetry, onDiscard }: RefusedNoteProps) {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const focusField = useFocusField();
  // the buttons disappear with the note
  const finish = (action: () => void) => () => {
    action();
    focusField();
  };
  return (
    <span role="alert" className="flex flex-wrap items-center gap-1 text-small text-danger-ink">
      <span className="mr-1">{errorText(error)}</span>
      <Button size="sm" onPress={finish(onRetry)}>
        {t("tryAgain")}
      </Button>
      <Button size="sm" variant="ghost" onPress={finish(onDiscard)}>
        {t("discard")}
      </Button>
    </span>
  );
}
