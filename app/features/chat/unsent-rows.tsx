import { X } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useChat } from "./chat-context.ts";
import { RowFrame } from "./message-row.tsx";
import { MessageText } from "./message-text.tsx";
import type { OutboxMessage } from "./outbox.ts";
import { RefusedNote } from "./pending-note.tsx";
import { ReplyQuote } from "./reply-quote.tsx";
import { useFocusField } from "./use-focus-field.ts";

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
  const isWaiting = error === null && seq === null;
  const focusField = useFocusField();
  const discard = () => store.outbox.discard(id);
  const giveUp = () => {
    discard();
    focusField();
  };
  return (
    <RowFrame
      seq={null}
      author={null}
      heading={null}
      isGroupStart={false}
      menu={isWaiting && <IconButton label={t("giveUp")} icon={<X />} size="sm" onPress={giveUp} tooltip />}
      isFaded={isWaiting}
    >
      {replyTo !== null && <ReplyQuote seq={replyTo} />}
      <MessageText text={text} />
      {isWaiting && <span className="text-caption text-ink-3">{t("sending")}</span>}
      {error !== null && <RefusedNote error={error} onRetry={() => store.outbox.retry(id)} onDiscard={discard} />}
    </RowFrame>
  );
}
