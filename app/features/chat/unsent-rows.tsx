import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useChat } from "./chat-context.ts";
import { RowFrame } from "./message-row.tsx";
import { MessageText } from "./message-text.tsx";
import type { OutboxMessage } from "./outbox.ts";
import { RefusedNote } from "./pending-note.tsx";
import { ReplyQuote } from "./reply-quote.tsx";

/** The user's own messages that the room has not sent to everyone yet. */
export function UnsentRows() {
  const { store } = useChat();
  const messages = useStore(store.outbox.messages);
  if (messages.length === 0) return null;
  return (
    // screen readers speak a message at its place; the reason of a refusal is an alert
    <ul aria-live="off" className="grid grid-cols-[minmax(0,1fr)]">
      {messages.map((message) => (
        <UnsentRow key={message.id} message={message} />
      ))}
    </ul>
  );
}

function UnsentRow({ message }: { readonly message: OutboxMessage }) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const { id, text, replyTo, error, seq } = message;
  return (
    <RowFrame seq={null} author={null} heading={null} isGroupStart={false} menu={null} isFaded={error === null && seq === null}>
      {replyTo !== null && <ReplyQuote seq={replyTo} />}
      <MessageText text={text} />
      {error === null && seq === null && <span className="text-caption text-ink-3">{t("sending")}</span>}
      {error !== null && (
        <RefusedNote error={error} onRetry={() => store.outbox.retry(id)} onDiscard={() => store.outbox.discard(id)} />
      )}
    </RowFrame>
  );
}
