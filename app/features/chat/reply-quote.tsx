import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import { unmarkMentions } from "#app/domain/chat/mentions.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { type ChatContextValue, useChat } from "./chat-context.ts";
import { findMessage } from "./chat-window.ts";

/** The message that another one answers, in one line. A press goes to it. */
export function ReplyQuote({ seq }: { readonly seq: number }) {
  const { t } = useTranslation("chat");
  const { people, onJump } = useChat();
  const message = useMessage(seq);
  if (message?.kind !== "written") {
    return <span className={`${QUOTE} text-ink-3 italic`}>{t("replyToDeleted")}</span>;
  }
  const name = people.get(message.authorId)?.name ?? t("deletedAccount");
  return (
    <button type="button" onClick={() => onJump(seq)} className={`${QUOTE} pointer-coarse:min-h-11`}>
      <span className="sr-only">{t("goToMessage")}</span>
      <bdi className="max-w-1/2 shrink-0 truncate font-strong">{name}</bdi>
      <bdi className="min-w-0 truncate">{toPlainText(message, { people, unknownName: t("deletedAccount") })}</bdi>
    </button>
  );
}

/** The current state of a message. Null if the page does not have it. */
export function useMessage(seq: number | null): ChatMessage | null {
  const { window } = useStore(useChat().store.view);
  return window && seq !== null ? findMessage(window, seq) : null;
}

const QUOTE =
  "forced-edge flex min-w-0 max-w-full items-center gap-2 justify-self-start rounded-[8px] bg-sunken px-2 py-0.5 text-left text-small text-ink-2 group-hover/row:bg-pressed group-focus-within/row:bg-pressed";

type Names = { readonly people: ChatContextValue["people"]; readonly unknownName: string };

/** The text of a message with the names of mentioned people. Empty for a removed one. */
export function toPlainText(message: ChatMessage, { people, unknownName }: Names): string {
  return message.kind === "written" ? unmarkMentions(message.text, (id) => people.get(id)?.name ?? unknownName) : "";
}
