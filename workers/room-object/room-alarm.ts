import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { nextWindowMs } from "#app/domain/sync/wake-window.ts";
import { findEpochs } from "#db/queries/rooms.ts";
import { logError } from "#workers/http/log-error.ts";
import { openDb } from "#workers/http/open-db.ts";
import { type RoomRuntime, SERVER } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";

/** Handles the alarm of a room object: ended tracks, missing changes, final removals, the check of connections, a new track. */
export async function handleAlarm(runtime: RoomRuntime, env: Env): Promise<void> {
  runtime.clearAlarm();
  const room = runtime.open(null);
  if (!room) return;
  room.run({ type: "tick" }, SERVER);
  const nowMs = Date.now();
  runtime.access.rejoinIfDue(nowMs);
  await runtime.recentRemovals.finish(room.state(), nowMs);
  if (runtime.isRemoved()) return;
  if (nowMs >= nextWindowMs(runtime.presenceCheckedAtMs)) {
    runtime.presenceCheckedAtMs = nowMs;
    await checkConnections(runtime, env, room);
    if (runtime.isRemoved()) return;
  }
  // the end of the track must not wait for D1
  const publishing = runtime.nowPlaying.publishIfDue(room, nowMs);
  await runtime.scheduleAlarm(room);
  await publishing;
  if (!runtime.isRemoved()) await runtime.scheduleAlarm(room);
}

/** Compares the room with D1, closes the connections that are gone or have lost access, and renews media grants. */
async function checkConnections(runtime: RoomRuntime, env: Env, room: RoomStore): Promise<void> {
  const { access, broadcaster, media, people, presence, listening, connections, storage } = runtime;
  const { info } = room.state();
  if (!(await receiveEpochs(runtime, env, info.id))) return runtime.remove();
  await Promise.all([people.checkConnected(), people.checkStored(room)]);
  if (runtime.isRemoved()) return;
  const nowMs = Date.now();
  people.watchConnectedIfDue(info.id, nowMs);
  broadcaster.close(connections.silentFor(connectionLimits.socketTimeoutMs, nowMs), "silent");
  for (const socket of connections.silentFor(connectionLimits.socketPingMs, nowMs)) {
    broadcaster.send(socket, { type: "ping-request" });
  }
  runtime.chat.contributors.record();
  access.closeExpired(nowMs);
  storage.log.trim(nowMs);
  media.renew(info.id);
  presence.publish(room.state().info, connections.presence.activeUsers);
  listening.publish(info.id);
}

/** Receives the room's epochs from D1. Returns false if D1 has no such room. */
async function receiveEpochs({ access }: RoomRuntime, env: Env, roomId: RoomId): Promise<boolean> {
  try {
    const epochs = await findEpochs(openDb(env), roomId);
    if (epochs) access.receive(epochs);
    return epochs !== null;
  } catch (error) {
    // the next check queries D1 again
    logError("room-epochs", error, { room: roomId });
    return true;
  }
}
