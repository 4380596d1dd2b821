import { useEffect, useState } from "react";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { openRoomQueries } from "#app/server-client/live-queries.ts";

export type PersonListening = NonNullable<FunctionValue<"users.getListening">["listening"]>;

/**
 * Where a person of the room listens now, kept up to date. Null while that is not known, if the person does not show it, and if
 * the user may not see it.
 */
export function useListening(roomId: RoomId, userId: UserId): PersonListening | null {
  const [listening, setListening] = useState<PersonListening | null>(null);
  useEffect(() => {
    const queries = openRoomQueries(roomId);
    queries.subscribe("users.getListening", { roomId, userId }, (result) => {
      setListening(result.ok ? result.value.listening : null);
    });
    return () => {
      queries.close();
      setListening(null);
    };
  }, [roomId, userId]);
  return listening;
}
