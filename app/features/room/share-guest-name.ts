import { guestName } from "#app/app-state/guest-name.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";

/**
 * Sends the name of a guest to a room: now, when it changes, and after each new connection, because the room forgets it.
 * Returns the function that stops this.
 */
export function shareGuestName(connection: Pick<RoomConnection, "send" | "onMessage">): () => void {
  const send = () => connection.send({ type: "set-name", name: guestName.get() });
  const sendIfChosen = () => {
    if (guestName.get() !== null) send();
  };
  sendIfChosen();
  const stopListening = connection.onMessage((message) => {
    if (message.type === "snapshot" && message.self.userId === null) sendIfChosen();
  });
  const unsubscribe = guestName.subscribe(send);
  return () => {
    stopListening();
    unsubscribe();
  };
}
