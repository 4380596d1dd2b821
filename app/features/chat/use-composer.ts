import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createChatDrafts } from "#app/app-state/chat-drafts.ts";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ChatMessageId, RoomId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useChat } from "./chat-context.ts";
import { NEW_MESSAGE, readSubmission, replaceRange, type Writing } from "./composer-state.ts";
import { toPlainText } from "./reply-quote.tsx";
import type { RoomChatProps } from "./room-chat.tsx";
import { runSlashCommand } from "./run-slash-command.ts";

type ComposerOptions = RoomChatProps & {
  readonly writing: Writing;
  readonly onWritingChange: (writing: Writing) => void;
  readonly people: readonly Person[];
  /** Slow mode does not let the user send yet. */
  readonly isWaiting: boolean;
};

/** The text of the field, and what happens when it is sent. */
export function useComposer(options: ComposerOptions) {
  const { writing, onWritingChange, people, isWaiting } = options;
  const { store } = useChat();
  const { field, text, caret, edit, insert, clear, restore } = useFieldText(options);
  const run = useSlashRunner(options);

  const submit = () => {
    const submission = readSubmission(text, writing, people);
    if (!submission) return;
    // the button that was pressed is about to be disabled
    field.current?.focus();
    switch (submission.kind) {
      case "edit":
        store.changes.add(submission.seq, { kind: "edit", ...submission.draft });
        return onWritingChange(NEW_MESSAGE);
      case "command":
        clear();
        return void run(submission.typed).then((isDone) => isDone || restore(text));
      case "message":
        if (isWaiting) return;
        store.send({ id: makeId<ChatMessageId>(crypto.getRandomValues(new Uint8Array(ID_BYTES))), ...submission.draft });
        clear();
        onWritingChange(NEW_MESSAGE);
    }
  };
  return { field, text, caret, edit, insert, submit };
}

/** The draft of a new message, which the browser keeps, or the text of an edit. */
function useFieldText({ writing, roomId }: ComposerOptions) {
  const { t } = useTranslation("chat");
  const { store, people, field } = useChat();
  const { draft, setDraft, restore } = useDraft(roomId);
  const [edited, setEdited] = useState("");
  const [caret, setCaret] = useState(draft.length);
  const isEdit = writing.kind === "edit";
  const text = isEdit ? edited : draft;
  const message = isEdit ? writing.message : null;
  const unknownName = t("deletedAccount");
  const shown = useRef(writing);

  // biome-ignore lint/correctness/useExhaustiveDependencies: later changes of names must not replace what is typed
  useEffect(() => {
    if (message) setEdited(toPlainText(message, { people, unknownName }));
    if (writing !== shown.current) field.current?.focus();
    shown.current = writing;
  }, [message, writing]);
  useFieldHeight(field, text);

  const edit = (next: string, at: number) => {
    setCaret(at);
    if (next === text) return;
    if (isEdit) return setEdited(next);
    setDraft(next);
    store.typing.notice(next.trim() !== "" && !next.startsWith("/"));
  };
  const insert = (range: Parameters<typeof replaceRange>[1]) => {
    const next = replaceRange(text, range);
    edit(next.text, next.caret);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(next.caret, next.caret);
    });
  };
  return { field, text, caret, edit, insert, clear: () => setDraft(""), restore };
}

/** The text of a new message, which this browser keeps. */
function useDraft(roomId: RoomId) {
  const { userId } = useChat();
  const [drafts] = useState(() => (userId ? createChatDrafts(userId, roomId) : null));
  const [draft, show] = useState(() => drafts?.readDraft() ?? "");
  const setDraft = (text: string) => {
    show(text);
    drafts?.storeDraft(text);
  };
  /** Shows a text again, unless another one was typed meanwhile. */
  const restore = (text: string) => {
    show((current) => (current === "" ? text : current));
    if (drafts?.readDraft() === "") drafts.storeDraft(text);
  };
  return { draft, setDraft, restore };
}

/** Runs a typed command and reports what it has done. Returns whether it has done something. */
function useSlashRunner({ connection, onStart }: ComposerOptions) {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  return async (typed: Parameters<typeof runSlashCommand>[1]): Promise<boolean> => {
    const { isDone, text } = await runSlashCommand({ connection, t, errorText, onStart }, typed);
    notify({ title: text, variant: isDone ? "success" : "warning" });
    return isDone;
  };
}

/** The field grows with its text. Its style sheet limits it to five lines. */
function useFieldHeight(field: { readonly current: HTMLTextAreaElement | null }, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text determines the height
  useLayoutEffect(() => {
    const element = field.current;
    if (!element) return;
    element.style.height = "auto";
    element.style.height = `${element.scrollHeight}px`;
  }, [field, text]);
}
