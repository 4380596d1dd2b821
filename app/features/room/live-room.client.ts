import { outputDelays } from "#app/app-state/output-delays.ts";
import { Engine } from "#app/audio/engine.ts";
import { createPlayerNode } from "#app/audio/player-node.ts";
import { RoomClock } from "#app/audio/room-clock.ts";
import { nextTask } from "#app/lib/next-task.ts";
import { startTimer } from "#app/lib/timer.ts";
import { createBrowserSocketDeps } from "#app/server-client/browser-socket-deps.ts";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { roomSocketPath } from "#app/server-client/room/room-socket-path.ts";
import { roomAccessTokenQuery } from "#app/server-client/room-access-tokens.ts";
import { createReportSender } from "./device-reports.ts";
import { createLifetime, type Lifetime } from "./lifetime.ts";
import { playRoom } from "./play-room.ts";

/** An open room: the connection to it, and the engine that plays it on this device. */
export type LiveRoom = Lifetime & {
  readonly connection: RoomConnection;
  readonly engine: Engine;
};

/**
 * Connects to a room, synchronizes the clock and plays what the room plays.
 * @param signal closes the room unless it is retained; a room that is still opening is closed once it is open
 * @throws if the browser cannot create the audio worklet
 */
export async function createLiveRoom(idOrUrl: string, signal: AbortSignal): Promise<LiveRoom> {
  const connection = connectToRoom(idOrUrl);
  const clock = createClock(connection);
  const player = await createPlayerNode().catch((error) => {
    clock.close();
    connection.close();
    throw error;
  });
  await nextTask();
  const engine = new Engine({
    player,
    clock,
    localNowMs,
    onExpired: () => connection.send({ type: "request-snapshot" }),
    onReport: createReportSender({ connection, localNowMs, nextSlotMs: () => clock.nextSlotMs() }),
  });
  const stopPlaying = playRoom({ connection, engine });
  const stopWaking = onReturn(() => {
    connection.wake();
    clock.startBurst();
    engine.wake();
  });
  const stopFollowing = outputDelays.watch(engine.changeOutput);
  const lifetime = createLifetime(() => {
    stopWaking();
    stopFollowing();
    stopPlaying();
    engine.close();
    clock.close();
    connection.close();
  });
  if (signal.aborted) lifetime.closeIfUnused();
  else signal.addEventListener("abort", lifetime.closeIfUnused, { once: true });
  await nextTask();
  return { connection, engine, ...lifetime };
}

function connectToRoom(idOrUrl: string): RoomConnection {
  let address = idOrUrl;
  const connection = new RoomConnection(createBrowserSocketDeps(() => roomSocketPath(address, roomAccessTokenQuery(address))));
  connection.onMessage((message) => {
    // The room's url may change while it is open, so later connections use its id.
    if (message.type === "snapshot") address = message.state.info.id;
  });
  return connection;
}

/** The room's clock. It is measured again after each snapshot, and every connection starts with one. */
function createClock(connection: RoomConnection): RoomClock {
  const clock = new RoomClock({ send: connection.send, localNowMs, after: startTimer, random: Math.random });
  connection.onMessage((message) => {
    if (message.type === "clock") clock.receive(message);
    if (message.type === "snapshot") clock.startBurst();
  });
  return clock;
}

/** Calls `run` when the page becomes visible or the network returns. Returns the function that stops it. */
function onReturn(run: () => void): () => void {
  const onVisible = () => {
    if (document.visibilityState === "visible") run();
  };
  window.addEventListener("online", run);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    window.removeEventListener("online", run);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

function localNowMs(): number {
  return performance.now();
}
