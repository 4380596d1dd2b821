import type { JoinRequest } from "#workers/room-contract/join-request.ts";
import { rejectWithCloseCode } from "#workers/room-contract/reject-with-close-code.ts";
import type { RoomRuntime } from "./room-runtime.ts";

/** Opens a WebSocket for a join request: a connection that starts with a snapshot, or a place on the waiting list. */
export async function join(runtime: RoomRuntime, { info, epochs, address, ...joining }: JoinRequest): Promise<Response> {
  const { access, protocol, connections, people, waitingList, sockets } = runtime;
  if (!runtime.joins.spend(address, { nowMs: Date.now() })) return rejectWithCloseCode("too-many-messages");
  // access has changed since the Worker verified it
  if (access.isStale(epochs)) return rejectWithCloseCode("rejoin");
  const room = runtime.enter({ info, epochs });
  if (!room) return rejectWithCloseCode("room-removed");
  // a missing change concerns only connections that are older than this one
  access.checkProgress(Date.now());
  const { 0: client, 1: socket } = new WebSocketPair();
  const response = new Response(null, { status: 101, webSocket: client });
  const tag = sockets.tagOf(address);
  sockets.add(socket, address);
  if ("waiting" in joining) {
    waitingList.admit(socket, joining.waiting, tag);
    return response;
  }
  const { connection } = joining;
  connections.accept(socket, connection, tag);
  people.watchSession(info.id, connection);
  protocol.sendSnapshot(room, { socket, connection });
  protocol.devices.join({ socket, connection });
  runtime.publishPresence(connection);
  await runtime.scheduleAlarm(room);
  return response;
}
