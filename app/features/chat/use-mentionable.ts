import { useMemo } from "react";
import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { useChat } from "./chat-context.ts";

/** The people whom a message can mention: those present, then those who have written. The user is not one of them. */
export function useMentionable(connection: RoomConnection): readonly Person[] {
  const { userId, people } = useChat();
  const { present } = useRoomView(connection);
  return useMemo(() => {
    const all = new Map([...present.map(({ person }) => person), ...people.values()].map((person) => [person.id, person]));
    return [...all.values()].filter(({ id }) => id !== userId);
  }, [present, people, userId]);
}
