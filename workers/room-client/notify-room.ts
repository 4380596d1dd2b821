import type { Epochs } from "#app/domain/access/access-epochs.ts";
import { logError } from "#workers/http/log-error.ts";
import type { RequestContext } from "#workers/http/request-context.ts";
import { runToCompletion } from "#workers/http/run-to-completion.ts";
import type { RoomMetadata } from "#workers/room-contract/room-metadata.ts";
import { roomObject } from "./room-stub.ts";

type RoomStub = ReturnType<typeof roomObject>;

/**
 * Notifies a room object of a change that D1 has already, so that the caller's request succeeds in any case. If the call fails, the
 * object gets the epochs of the change: it finds the change missing, and everyone rejoins with the access that D1 has. If that
 * fails too, it gets them with the next call, or reads them at its next check of the connections.
 */
export async function notifyRoom(
  context: Pick<RequestContext, "env" | "waitUntil">,
  { metadata, epochs }: { readonly metadata: RoomMetadata; readonly epochs: Epochs | null },
  notify: (room: RoomStub) => Promise<void>,
): Promise<void> {
  const { id } = metadata.info;
  const call = async (run: (room: RoomStub) => Promise<void>) => {
    try {
      // a stub whose object has failed is not used again
      await run(roomObject(context.env, id));
      return true;
    } catch (error) {
      logError("room-notification", error, { room: id });
      return false;
    }
  };
  await runToCompletion(context, async () => {
    const isNotified = await call(notify);
    if (!isNotified && epochs) await call((room) => room.receiveEpochs(metadata, epochs));
  });
}
