import { memo, type ReactNode } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { ChatMessage, WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { joinClasses } from "#app/ui/join-classes.ts";
import { useChat } from "./chat-context.ts";
import { findPending } from "./chat-store.ts";
import { formatClockTime } from "./format-clock-time.ts";
import { MessageMenu } from "./message-menu.tsx";
import { MessageText } from "./message-text.tsx";
import { PendingNote } from "./pending-note.tsx";
import { ReplyQuote } from "./reply-quote.tsx";
import { SEQ_ATTRIBUTE } from "./use-jump.ts";

type MessageRowProps = {
  readonly message: ChatMessage;
  readonly isGroupStart: boolean;
  /** Whether Tab reaches its menu. */
  readonly isTabStop: boolean;
};

export const MessageRow = memo(function MessageRow({ message, isGroupStart, isTabStop }: MessageRowProps) {
  const { t } = useTranslation("chat");
  if (message.kind === "written") return <WrittenRow message={message} isGroupStart={isGroupStart} isTabStop={isTabStop} />;
  return (
    <li {...{ [SEQ_ATTRIBUTE]: message.seq }} tabIndex={-1} className="rounded-md py-1 pl-11 text-small text-ink-3 italic">
      {t("deletedMessage")}
    </li>
  );
});

function WrittenRow({ message, isGroupStart, isTabStop }: MessageRowProps & { readonly message: WrittenMessage }) {
  const { t, language } = useTranslation("chat");
  const { store, people } = useChat();
  const pending = findPending(useStore(store.changes.changes), message.seq);
  const author = people.get(message.authorId) ?? null;
  const name = author?.name ?? t("deletedAccount");
  const { change } = pending ?? {};
  const isRemoved = change?.kind === "remove" && !pending?.error;
  return (
    <RowFrame
      seq={message.seq}
      author={isGroupStart ? author : null}
      heading={<Heading name={name} time={formatClockTime(message.sentAtMs, language)} isVisible={isGroupStart} />}
      isGroupStart={isGroupStart}
      menu={<MessageMenu message={message} name={name} isTabStop={isTabStop} />}
      isFaded={isRemoved}
    >
      {message.replyTo !== null && <ReplyQuote seq={message.replyTo} />}
      <MessageText text={change?.kind === "edit" ? change.text : message.text} />
      {message.editedAtMs !== null && !pending && (
        <span
          className="text-caption text-ink-3"
          title={t("editedAt", { time: formatClockTime(message.editedAtMs, language) })}
        >
          {t("edited")}
        </span>
      )}
      {pending && <PendingNote pending={pending} />}
    </RowFrame>
  );
}

type RowFrameProps = {
  readonly seq: number | null;
  readonly author: Person | null;
  readonly heading: ReactNode;
  readonly isGroupStart: boolean;
  readonly menu: ReactNode;
  readonly isFaded: boolean;
  readonly children: ReactNode;
};

/** The layout of a message: the author's picture at the left, the actions at the right. */
export function RowFrame({ seq, author, heading, isGroupStart, menu, isFaded, children }: RowFrameProps) {
  return (
    <li
      {...(seq !== null && { [SEQ_ATTRIBUTE]: seq })}
      tabIndex={-1}
      className={joinClasses(
        "group/row relative grid grid-cols-[36px_minmax(0,1fr)_auto] gap-x-2 rounded-md px-1 py-0.5 focus-within:bg-sunken hover:bg-sunken",
        isGroupStart && "mt-2",
        isFaded && "opacity-60",
      )}
    >
      <span className="pt-0.5">{author && <Avatar name={author.name} avatar={author.avatar} size={32} />}</span>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-0.5">
        {heading}
        {children}
      </div>
      {menu}
    </li>
  );
}

type HeadingProps = { readonly name: string; readonly time: string; readonly isVisible: boolean };

/** The author and the time. Within a group only screen readers have it. */
function Heading({ name, time, isVisible }: HeadingProps) {
  return (
    <span className={isVisible ? "flex min-w-0 items-baseline gap-2" : "sr-only"}>
      <bdi className="min-w-0 truncate text-small font-strong">{name}</bdi>{" "}
      <span className="shrink-0 text-caption text-ink-3 tabular-nums">{time}</span>
    </span>
  );
}
