import { currentEntryId, positionAt } from "#app/domain/playback/playback.ts";
import { findEntry } from "#app/domain/playlist/playlist.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { InspectedConnection, RoomCounts, RoomInspection } from "#workers/room-contract/room-inspection.ts";
import type { RoomRuntime } from "./room-runtime.ts";
import type { RoomStore } from "./room-store.ts";

/** Describes a room for developers, as it is stored: an entry that has ended since is still the current one. */
export async function inspectRoom(
  runtime: RoomRuntime,
  room: RoomStore,
  storage: DurableObjectStorage,
): Promise<RoomInspection> {
  const serverNowMs = Date.now();
  const state = room.state();
  const { info, playback, playlist, order } = state;
  const { access, connections, recentRemovals, waitingList, queries } = runtime;
  const entryId = currentEntryId(playback);
  return {
    serverNowMs,
    roomId: info.id,
    revision: room.revision(),
    access: access.progress(),
    isAccessCurrent: access.isCurrent(),
    playback,
    positionMs: positionAt(playback, serverNowMs),
    currentTitle: (entryId && findEntry(playlist, entryId)?.track.title) ?? null,
    order: { repeat: order.repeat, isFair: order.isFair, isShuffled: order.shuffleSeed !== null },
    counts: countRows(storage.sql, state),
    connections: listConnections(runtime),
    activeUsers: connections.presence.activeUsers,
    reports: connections.reports().length,
    waiting: waitingList.size(),
    alarmAtMs: await storage.getAlarm(),
    removalDueMs: recentRemovals.dueMs(),
    rejoinDueMs: access.rejoinDueMs(),
    storageBytes: storage.sql.databaseSize,
    isWatchedByQueries: queries.isWatched(),
  };
}

function countRows(sql: SqlStorage, { playlist, order, people }: RoomState): RoomCounts {
  const count = (table: "history" | "log" | "recent_removals") =>
    sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
  return {
    entries: playlist.length,
    upNext: order.upNext.length,
    people: Object.keys(people).length,
    plays: count("history"),
    edits: count("log"),
    recentRemovals: count("recent_removals"),
  };
}

function listConnections({ connections }: RoomRuntime): readonly InspectedConnection[] {
  return connections.list().map(({ person, role, joinedAtMs, roundTripMs, mediaUntilMs, accessUntilMs }) => {
    return { name: person?.name ?? null, role, joinedAtMs, roundTripMs, mediaUntilMs, accessUntilMs };
  });
}
