import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { useChat } from "./chat-context.ts";
import { formatTyping } from "./typing-text.ts";

/** Names the people who type. Its height is constant, so that nothing moves. */
export function TypingLine({ connection }: { readonly connection: RoomConnection }) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const { present } = useRoomView(connection);
  const typing = useStore(store.typing.people);
  return (
    <p aria-live="off" className="h-5 truncate px-3 text-caption text-ink-3">
      {formatTyping(t, present, typing)}
    </p>
  );
}
