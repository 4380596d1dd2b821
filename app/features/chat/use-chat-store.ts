import { useEffect, useState } from "react";
import { createChatDrafts } from "#app/app-state/chat-drafts.ts";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { startTimer } from "#app/lib/timer.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { notify } from "#app/ui/notice-store.ts";
import { ChatStore } from "./chat-store.ts";

type ChatOwner = {
  readonly connection: RoomConnection;
  readonly roomId: RoomId;
  readonly userId: UserId | null;
  readonly isOpen: boolean;
};

/** The chat of a room, for as long as the component exists. Its messages are loaded while it is open. */
export function useChatStore({ connection, roomId, userId, isOpen }: ChatOwner): ChatStore {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const refuseRemoval = useLatestRef((message: string) => notify({ title: t("deleteFailed"), message, variant: "error" }));
  const [store] = useState(
    () =>
      new ChatStore({
        connection,
        userId,
        // a guest has no account to which a draft could belong, and may not write
        drafts: createChatDrafts(userId ?? ("guest" as UserId), roomId),
        list: (args) => query("chat.list", { id: roomId, ...args }),
        nowMs: () => Date.now(),
        after: startTimer,
        onRemovalRefused: (error) => refuseRemoval.current(errorText(error)),
      }),
  );
  useEffect(() => store.start(), [store]);
  useEffect(() => {
    if (!isOpen) return;
    store.open();
    return () => store.close();
  }, [store, isOpen]);
  return store;
}
