import { Check, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { isExemptFromSlowMode } from "#app/domain/chat/decide-chat.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSelected } from "#app/lib/use-selected.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useChat } from "./chat-context.ts";
import { NEW_MESSAGE, type Writing } from "./composer-state.ts";
import { EmojiPicker } from "./emoji-picker.tsx";
import { toPlainText, useMessage } from "./reply-quote.tsx";
import type { RoomChatProps } from "./room-chat.tsx";
import { useComposer } from "./use-composer.ts";
import { useFocusField } from "./use-focus-field.ts";
import { useMentionable } from "./use-mentionable.ts";
import { useSuggestions } from "./use-suggestions.tsx";
import { useWriteBlock } from "./use-write-block.ts";

type ComposerProps = RoomChatProps & { readonly writing: Writing; readonly onWritingChange: (writing: Writing) => void };

/** The number of remaining characters is shown from here on. */
const FEW_CHARS_LEFT = 100;

/** The field for a message. Without the right to write, the reason takes its place. */
export function Composer(props: ComposerProps) {
  const block = useWriteBlock(props.connection, props.serverNowMs);
  const isOpening = useRef(true);
  // after the effects of the field
  useEffect(() => {
    isOpening.current = false;
  }, []);
  if (block && !block.isField) {
    return (
      <p role="status" className="px-3 pt-1 pb-4 text-small text-ink-3">
        {block.text}
      </p>
    );
  }
  return <MessageForm {...props} waitText={block?.text ?? null} isOpening={isOpening} />;
}

type MessageFormProps = ComposerProps & { readonly waitText: string | null; readonly isOpening: { readonly current: boolean } };

function MessageForm({ waitText, isOpening, ...props }: MessageFormProps) {
  const { t } = useTranslation("chat");
  const { writing, onWritingChange } = props;
  const people = useMentionable(props.connection);
  const composer = useComposer({ ...props, people, isWaiting: waitText !== null });
  const { field, text, caret, insert, submit } = composer;
  const suggestions = useSuggestions({ text, caret, people, onReplace: (from, by) => insert({ from, to: caret, by }) });
  useInitialFocus(isOpening);
  const slowModeText = useSlowModeText(props.connection);
  const isEdit = writing.kind === "edit";
  const cancel = () => {
    onWritingChange(NEW_MESSAGE);
    field.current?.focus();
  };
  return (
    <form
      className="shrink-0 px-1 pb-2"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {suggestions.list}
      <WritingBar writing={writing} onCancel={cancel} />
      <div className="forced-edge flex items-end gap-1 rounded-lg bg-sunken p-1 has-[textarea:focus-visible]:outline-2 has-[textarea:focus-visible]:outline-focus">
        <EmojiPicker onChoose={(emoji) => insert({ from: caret, to: caret, by: emoji })} />
        <MessageField composer={composer} suggestions={suggestions} writing={writing} onCancel={cancel} />
        <IconButton
          type="submit"
          label={t(isEdit ? "save" : "send")}
          icon={isEdit ? <Check /> : <SendHorizontal />}
          isDisabled={text.trim() === "" || (waitText !== null && !isEdit)}
          variant="strong"
        />
      </div>
      <FieldNote text={waitText ?? slowModeText} charsLeft={chatLimits.messageChars - countChars(text)} />
    </form>
  );
}

type MessageFieldProps = {
  readonly composer: ReturnType<typeof useComposer>;
  readonly suggestions: ReturnType<typeof useSuggestions>;
  readonly writing: Writing;
  readonly onCancel: () => void;
};

/** Enter sends, and Enter with Shift breaks the line. */
function MessageField({ composer, suggestions, writing, onCancel }: MessageFieldProps) {
  const { t } = useTranslation("chat");
  const { field, text, edit, submit } = composer;
  const handleKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (suggestions.handleKey(event) || event.nativeEvent.isComposing) return;
    if (event.key === "Escape" && writing !== NEW_MESSAGE) onCancel();
    else if (event.key === "Enter" && !event.shiftKey) submit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <textarea
      ref={field}
      rows={1}
      value={text}
      aria-label={t(writing.kind === "edit" ? "editing" : "message")}
      placeholder={t("placeholder")}
      enterKeyHint="send"
      dir="auto"
      {...suggestions.fieldProps}
      onChange={({ target }) => edit(target.value, target.selectionStart)}
      onSelect={({ currentTarget }) => edit(currentTarget.value, currentTarget.selectionStart)}
      onKeyDown={handleKey}
      // iOS zooms in on fields with a font below 16 px
      className="max-h-[8.25em] min-h-10 min-w-0 flex-1 resize-none bg-transparent py-2 text-lead leading-[1.45] text-ink outline-none placeholder:text-ink-3 md:text-body"
    />
  );
}

/** Names the message that is answered or edited. */
function WritingBar({ writing, onCancel }: { readonly writing: Writing; readonly onCancel: () => void }) {
  const { t } = useTranslation("chat");
  const { people } = useChat();
  const written = writing.kind === "edit" ? writing.message : writing.replyTo;
  // its current state, as long as the page has it
  const message = useMessage(written?.seq ?? null) ?? written;
  if (!written || !message) return null;
  const author = people.get(written.authorId);
  const unknownName = t("deletedAccount");
  const title = writing.kind === "edit" ? t("editing") : t("replyTo", { name: author?.name ?? unknownName });
  return (
    <div className="flex items-center gap-2 px-2 py-1 text-small">
      <span className="min-w-0 flex-1 truncate text-ink-2">
        <span className="font-strong">{title}</span> <bdi>{toPlainText(message, { people, unknownName })}</bdi>
      </span>
      <IconButton size="sm" label={t(writing.kind === "edit" ? "cancelEdit" : "cancelReply")} icon={<X />} onPress={onCancel} />
    </div>
  );
}

type FieldNoteProps = {
  /** How long the user has to wait, or that slow mode is on. */
  readonly text: string | null;
  readonly charsLeft: number;
};

function FieldNote({ text, charsLeft }: FieldNoteProps) {
  const { t } = useTranslation("chat");
  const isTooLong = charsLeft < 0;
  if (charsLeft > FEW_CHARS_LEFT && text === null) return null;
  return (
    <p className="flex justify-between gap-2 px-2 pt-1 text-caption text-ink-3 tabular-nums">
      <span>{text}</span>
      {charsLeft <= FEW_CHARS_LEFT && (
        <span className={isTooLong ? "text-danger-ink" : undefined}>
          {isTooLong ? `−${-charsLeft}` : t("charsLeft", { count: charsLeft })}
        </span>
      )}
    </p>
  );
}

/** Null unless slow mode applies to the user. */
function useSlowModeText(connection: RoomConnection): string | null {
  const { t } = useTranslation("chat");
  const { effectiveRole } = useChat();
  const slowModeMs = useSelected(connection.chat, ({ limits }) => limits.slowModeMs);
  return slowModeMs > 0 && !isExemptFromSlowMode(effectiveRole) ? t("slowModeOn", { seconds: slowModeMs / 1000 }) : null;
}

/** Focuses the field when the chat is opened, and not when the user may write again later. */
function useInitialFocus(isOpening: { readonly current: boolean }): void {
  const focusField = useFocusField();
  useEffect(() => {
    if (isOpening.current) focusField();
  }, [focusField, isOpening]);
}
