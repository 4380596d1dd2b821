import { ArrowDown, MessageCircle } from "lucide-react";
import { forwardRef, type RefObject, useMemo, useState } from "react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSelected } from "#app/lib/use-selected.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { Button } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RetryNote } from "#app/ui/retry-note.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useChat } from "./chat-context.ts";
import { type ChatItem, findTabStop, toChatItems } from "./chat-items.ts";
import type { ChatView } from "./chat-store.ts";
import { type ChatWindow, hasOlder } from "./chat-window.ts";
import { MessageRow } from "./message-row.tsx";
import { moveBetweenRows } from "./row-keys.ts";
import { UnsentRows } from "./unsent-rows.tsx";
import { useChatScroll } from "./use-chat-scroll.ts";

type ChatLogProps = { readonly connection: RoomConnection };

/** The messages, the oldest first. Screen readers speak those that arrive. */
export const ChatLog = forwardRef<HTMLDivElement, ChatLogProps>(function ChatLog({ connection }, ref) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const view = useStore(store.view);
  const unsent = useStore(store.outbox.messages);
  // the ref of the panel is an object: `useJump` makes it
  const log = ref as RefObject<HTMLDivElement | null>;
  const { isFollowing, scrollToEnd } = useChatScroll(log, { store, window: view.window, unsentCount: unsent.length });
  const hasUnread = useSelected(connection.chat, ({ unread }) => unread > 0);
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={ref}
        role="log"
        aria-label={t("log")}
        aria-live={view.isSpoken ? "polite" : "off"}
        aria-busy={view.loading === "latest"}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
        tabIndex={0}
        onKeyDownCapture={moveBetweenRows}
        className="flex min-h-0 flex-1 flex-col overflow-y-auto overscroll-contain rounded-md px-3 pb-2 [overflow-anchor:none] -outline-offset-2"
      >
        <span className="flex-1" />
        <LogContent view={view} connection={connection} />
        <UnsentRows />
      </div>
      {!isFollowing && (
        <span className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
          <Button size="sm" variant="raised" icon={<ArrowDown />} onPress={scrollToEnd} className="pointer-events-auto">
            {t(hasUnread ? "newMessages" : "toLatest")}
          </Button>
        </span>
      )}
    </div>
  );
});

function LogContent({ view: { window, loading, failure }, connection }: ChatLogProps & { readonly view: ChatView }) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const errorText = useErrorText();
  const note = failure && <RetryNote text={errorText(failure.error)} label={t("tryAgain")} onRetry={() => store.retry()} />;
  if (!window) return note ?? <Loading />;
  const isEmpty = window.messages.length === 0;
  return (
    <>
      {failure?.part === "older" && note}
      {loading === "older" && <p className="py-2 text-center text-small text-ink-3">{t("older")}</p>}
      {isEmpty && <EmptyState icon={<MessageCircle />} title={t("empty")} text={t("emptyText")} level={3} />}
      {!isEmpty && !hasOlder(window) && <p className="py-3 text-center text-small text-ink-3">{t("start")}</p>}
      <Rows window={window} connection={connection} />
      {failure && failure.part !== "older" && note}
    </>
  );
}

function Rows({ window, connection }: ChatLogProps & { readonly window: ChatWindow }) {
  const { language } = useTranslation();
  // the mark as it was when the chat was opened; none if everything was read
  const [readSeq] = useState(() => {
    const { readSeq, unread } = connection.chat.get();
    return unread > 0 ? readSeq : null;
  });
  const items = useMemo(
    () => toChatItems(window.messages, { readSeq, nowMs: Date.now(), language }),
    [window.messages, readSeq, language],
  );
  const tabStop = findTabStop(window.messages, useChat());
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)]">
      {items.map((item) => (
        <Item key={item.key} item={item} isTabStop={item.kind === "message" && item.message.seq === tabStop} />
      ))}
    </ul>
  );
}

function Item({ item, isTabStop }: { readonly item: ChatItem; readonly isTabStop: boolean }) {
  const { t } = useTranslation("chat");
  if (item.kind === "message") {
    return <MessageRow message={item.message} isGroupStart={item.isGroupStart} isTabStop={isTabStop} />;
  }
  if (item.kind === "day") return <li className="py-3 text-center text-small font-strong text-ink-3">{item.text}</li>;
  return (
    <li className="my-2 flex items-center gap-3 text-small font-strong text-accent-ink before:h-px before:flex-1 before:bg-current after:h-px after:flex-1 after:bg-current">
      {t("newMessages")}
    </li>
  );
}

function Loading() {
  const { t } = useTranslation("chat");
  return (
    <div role="status" aria-label={t("loading")} className="grid gap-2 py-2">
      {["first", "second", "third", "fourth"].map((row) => (
        <Skeleton key={row} className="h-12" />
      ))}
    </div>
  );
}
