import { useMemo } from "react";
import { type ChatPart, splitChatText } from "#app/domain/chat/chat-parts.ts";
import type { UserId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useChat } from "./chat-context.ts";

/** The text of a message with its links and mentions. Each is isolated, so that it cannot reorder the text around it. */
export function MessageText({ text }: { readonly text: string }) {
  const parts = useMemo(() => splitChatText(text), [text]);
  return (
    <p dir="auto" className="text-body break-words whitespace-pre-wrap [overflow-wrap:anywhere]">
      {parts.map((part, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity
        <Part key={i} part={part} />
      ))}
    </p>
  );
}

function Part({ part }: { readonly part: ChatPart }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "mention":
      return <Mention userId={part.userId} />;
    case "link":
      return (
        <bdi>
          <a
            href={part.url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="text-accent-ink underline underline-offset-2"
          >
            {part.text}
          </a>
        </bdi>
      );
  }
}

function Mention({ userId }: { readonly userId: UserId }) {
  const { t } = useTranslation("chat");
  const { people, userId: selfId } = useChat();
  const isSelf = userId === selfId;
  return (
    <bdi className={isSelf ? "rounded-sm bg-accent-soft px-1 font-strong text-accent-ink" : "font-strong"}>
      @{people.get(userId)?.name ?? t("deletedAccount")}
    </bdi>
  );
}
