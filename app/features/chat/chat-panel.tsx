import { useMemo, useRef, useState } from "react";
import { canByRole } from "#app/domain/access/permissions.ts";
import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { Panel } from "#app/ui/panel.tsx";
import { type ChatContextValue, ChatProvider } from "./chat-context.ts";
import { ChatLog } from "./chat-log.tsx";
import { Composer } from "./composer.tsx";
import { NEW_MESSAGE, type Writing } from "./composer-state.ts";
import type { RoomChatProps } from "./room-chat.tsx";
import { SlowModeMenu } from "./slow-mode-menu.tsx";
import { TypingLine } from "./typing-line.tsx";
import { useChatStore } from "./use-chat-store.ts";
import { useJump } from "./use-jump.ts";

type ChatPanelProps = RoomChatProps & { readonly isOpen: boolean; readonly onClose: () => void };

/** The chat of a room: its messages, and the field to write one. */
export function ChatPanel({ isOpen, onClose, ...props }: ChatPanelProps) {
  const { t } = useTranslation("chat");
  const { connection, roomId } = props;
  const { userId, effectiveRole } = useRoomView(connection).self;
  const [writing, setWriting] = useState<Writing>(NEW_MESSAGE);
  const store = useChatStore({ connection, roomId, userId, isOpen });
  const { window } = useStore(store.view);
  const { log, jump } = useJump(store);
  const field = useRef<HTMLTextAreaElement>(null);
  const people = window?.people ?? NO_PEOPLE;
  const context = useMemo((): ChatContextValue => {
    const onReply = (message: WrittenMessage) => setWriting({ kind: "new", replyTo: message });
    const onEdit = (message: WrittenMessage) => setWriting({ kind: "edit", message });
    return { store, roomId, userId, effectiveRole, people, field, onReply, onEdit, onJump: jump };
  }, [store, roomId, userId, effectiveRole, people, jump]);
  const menu = canByRole(effectiveRole, "moderate-chat") && <SlowModeMenu connection={connection} roomId={roomId} />;
  return (
    <ChatProvider value={context}>
      <Panel title={t("title")} isFilled isOpen={isOpen} onOpenChange={(open) => !open && onClose()} actions={menu}>
        <ChatLog ref={log} connection={connection} />
        <TypingLine connection={connection} />
        <Composer {...props} writing={writing} onWritingChange={setWriting} />
      </Panel>
    </ChatProvider>
  );
}

const NO_PEOPLE: ChatContextValue["people"] = new Map();
