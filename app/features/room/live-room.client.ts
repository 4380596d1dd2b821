import { createEngine, type Engine } from "#app/audio/engine.ts";
import { createPlayerNode } from "#app/audio/player-node.ts";
import { createRoomClock } from "#app/audio/room-clock.ts";
import { EMPTY_TIMELINE } from "#app/domain/playback/schedule.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { DeviceReport } from "#app/domain/sync/room-sync-summary.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { roomAccessTokenQuery } from "#app/server-client/room/room-access-tokens.ts";
import { connectRoom, type RoomConnection } from "#app/server-client/room/room-connection.ts";

/** A room on this page: what is said with it, and what is heard of it. */
export type LiveRoom = {
  readonly connection: RoomConnection;
  readonly engine: Engine;
  /** Keeps the room open until the returned function is called; it closes when nobody keeps it. */
  retain(): () => void;
  /** Nobody is going to keep it: closes it, unless somebody does. */
  abandon(): void;
};

/** A report that differs by more than this is sent at once, but never more often than this. */
const NEWS_MS = 5;
const NEWS_EVERY_MS = 1000;

const localNowMs = () => performance.now();

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

/** @param signal aborted when whoever asked for the room no longer wants it, be it open by then or not */
export async function createLiveRoom(idOrUrl: string, signal: AbortSignal): Promise<LiveRoom> {
  let address = idOrUrl;
  const connection = connectRoom({ connect: () => new WebSocket(socketUrl(address)), after, random: Math.random });
  const clock = createRoomClock({ send: connection.say, localNowMs, after, random: Math.random });
  const stopClock = connection.onMessage((message) => {
    if (message.type === "clock") clock.take(message);
    if (message.type !== "snapshot") return;
    clock.burst();
    // from now on by its id: the room may be given another url
    address = message.state.info.id;
  });
  const hangUp = () => {
    stopClock();
    clock.close();
    connection.close();
  };
  const player = await createPlayerNode().catch((error) => {
    hangUp();
    throw error;
  });
  const engine = createEngine({
    player,
    clock,
    localNowMs,
    onExpired: () => connection.say({ type: "request-snapshot" }),
    onReport: reporter(connection),
  });
  const follow = () => {
    const { confirmed, media, closeReason } = connection.view();
    if (media) engine.setMedia(media);
    // who was shown out hears no more
    if (closeReason) engine.setRoom(EMPTY_TIMELINE, false);
    else if (confirmed) engine.setRoom(confirmed, confirmed.info.isLeveled);
  };
  const stopFollowing = connection.subscribe(follow);
  follow();
  const stopWaking = onReturn(() => {
    connection.wake();
    clock.burst();
  });
  const close = () => {
    stopWaking();
    stopFollowing();
    engine.close();
    hangUp();
  };
  let holders = 0;
  const abandon = () => {
    if (holders === 0) close();
  };
  if (signal.aborted) abandon();
  else signal.addEventListener("abort", abandon, { once: true });
  return {
    connection,
    engine,
    abandon,
    retain() {
      holders += 1;
      return () => {
        holders -= 1;
        // React lets go and takes hold again when it checks its effects
        setTimeout(abandon, 0);
      };
    },
  };
}

function socketUrl(idOrUrl: string): URL {
  const query = new URLSearchParams({ v: String(PROTOCOL_VERSION), ...roomAccessTokenQuery(idOrUrl) });
  const url = new URL(`/api/rooms/${encodeURIComponent(idOrUrl)}/socket?${query}`, location.href);
  url.protocol = url.protocol.replace("http", "ws");
  return url;
}

/** Tells the room how this device sounds: now and then, and when that changes for the worse or the better. */
function reporter(connection: RoomConnection): (report: DeviceReport | null) => void {
  let said: { readonly report: DeviceReport | null; readonly atMs: number } = { report: null, atMs: 0 };
  return (report) => {
    const nowMs = localNowMs();
    const isNews =
      (report === null) !== (said.report === null) || Math.abs((report?.errorMs ?? 0) - (said.report?.errorMs ?? 0)) > NEWS_MS;
    const dueMs = said.atMs + (isNews ? NEWS_EVERY_MS : connectionLimits.syncSummaryMs);
    if (nowMs < dueMs || (report === null && !isNews)) return;
    if (connection.say({ type: "report", report })) said = { report, atMs: nowMs };
  };
}

/** The page is looked at again, or the network is back. */
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
