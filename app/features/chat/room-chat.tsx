import { MessageCircle } from "lucide-react";
import { useMemo } from "react";
import { hasUnsentChat } from "#app/app-state/chat-draft-keys.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { formatCount } from "#app/i18n/format-count.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import { useSelected } from "#app/lib/use-selected.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useDisclosure } from "#app/ui/use-disclosure.ts";
import { useLazy } from "#app/ui/use-lazy.ts";

const loadPanel = () => withAreaTexts("chat", import("./chat-panel.tsx"));
const loadNotice = () => withAreaTexts("chat", import("./mention-notice.tsx"));

export type RoomChatProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  /** Server time, ms; null before the clock is known. */
  readonly serverNowMs: () => number | null;
  /** Called during the gesture that starts a room which does not play. */
  readonly onStart: () => void;
};

/** The button of the chat with the number of unread messages. The chat itself is loaded when it opens, or to send what was not sent. */
export function RoomChat(props: RoomChatProps) {
  const { roomId, connection } = props;
  const userId = useSelected(connection.chat, (chat) => chat.userId);
  const mention = useSelected(connection.chat, (chat) => chat.mention);
  const { isOpen, open, close } = useDisclosure();
  const hasUnsent = useMemo(() => userId !== null && hasUnsentChat(userId, roomId), [userId, roomId]);
  const panel = useLazy(loadPanel, isOpen || hasUnsent, close);
  const isMentioned = mention !== null && !isOpen;
  const notice = useLazy(loadNotice, isMentioned);
  return (
    <>
      <ChatButton connection={connection} isOpen={isOpen} onPress={isOpen ? close : open} />
      {notice && isMentioned && <notice.MentionNotice key={mention.seq} mention={mention} onOpen={open} />}
      {panel && <panel.ChatPanel key={userId} {...props} isOpen={isOpen} onClose={close} />}
    </>
  );
}

type ChatButtonProps = Pick<RoomChatProps, "connection"> & { readonly isOpen: boolean; readonly onPress: () => void };

function ChatButton({ connection, isOpen, onPress }: ChatButtonProps) {
  const { t, language } = useTranslation("room");
  const unread = useSelected(connection.chat, (chat) => chat.unread);
  const mention = useSelected(connection.chat, (chat) => chat.mention);
  const count = unread > 99 ? "99+" : formatCount(unread, language);
  return (
    <span className="relative flex">
      <IconButton
        label={mention ? t("chatMention") : unread > 0 ? t("chatUnread", { count: unread }) : t("chat")}
        icon={<MessageCircle />}
        isOn={isOpen}
        onPress={onPress}
        tooltip
      />
      {unread > 0 && (
        <span
          aria-hidden
          className="forced-edge pointer-events-none absolute -top-0.5 -right-0.5 grid h-4.5 min-w-4.5 place-items-center rounded-full bg-ink px-1 text-[11px] leading-none font-strong text-on-ink tabular-nums"
        >
          {mention ? "@" : count}
        </span>
      )}
    </span>
  );
}
