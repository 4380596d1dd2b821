import { toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { summarizeReports } from "#app/domain/sync/room-sync-summary.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import { type ClientMessage, PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { decodeClientMessage } from "#app/protocol/room-server-codec.ts";
import { newToken } from "#workers/crypto/random.ts";
import { logError } from "#workers/http/log-error.ts";
import type { Broadcaster } from "./broadcaster.ts";
import { type Connection, type ConnectionStore, listPresence } from "./connections.ts";
import type { MediaGrants } from "./media-grants.ts";
import { createPlaylistPager } from "./playlist-pages.ts";
import type { RoomCore } from "./room-state.ts";
import { createSyncSummaryPublisher } from "./sync-summary-publisher.ts";

/** What the room and one device say to each other. */
export type ConnectionProtocol = {
  /** All that a device must know of the room. */
  snapshot(core: RoomCore, socket: WebSocket, connection: Connection): void;
  /** Answers what a device says. True: it was a command, and the room may have changed. */
  answer(
    core: RoomCore,
    socket: WebSocket,
    said: { readonly connection: Connection; readonly raw: string | ArrayBuffer },
  ): boolean;
};

type ConnectionProtocolDeps = {
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly media: MediaGrants;
};

const NO_ENTRIES = packEntries([]);

export function createConnectionProtocol({ connections, broadcaster, media }: ConnectionProtocolDeps): ConnectionProtocol {
  const publishSyncSummary = createSyncSummaryPublisher(connections, broadcaster);
  const pagesOf = createPlaylistPager();
  // the object may have woken on another machine, with another clock
  const clockEpoch = newToken();

  function snapshot(core: RoomCore, socket: WebSocket, connection: Connection): void {
    const { person, role } = connection;
    const granted = media.grant(core.state().info.id, socket, connection);
    const { playlist, ...state } = core.state();
    const [entries = NO_ENTRIES, ...rest] = pagesOf(playlist, currentEntryId(state.playback));
    broadcaster.send(socket, {
      type: "snapshot",
      version: PROTOCOL_VERSION,
      revision: core.revision(),
      state,
      entries,
      entryCount: playlist.length,
      self: { userId: person?.id ?? null, effectiveRole: toEffectiveRole(role, person !== null) },
      ...listPresence(broadcaster.here()),
      media: granted,
      syncSummary: summarizeReports(connections.reports()),
      serverNowMs: Date.now(),
      clockEpoch,
    });
    for (const more of rest) broadcaster.send(socket, { type: "entries", entries: more });
  }

  function handleMessage(
    core: RoomCore,
    socket: WebSocket,
    { connection, message }: { connection: Connection; message: ClientMessage },
  ): void {
    switch (message.type) {
      case "clock":
        broadcaster.send(socket, { type: "clock", sentLocalMs: message.sentLocalMs, serverMs: Date.now(), clockEpoch });
        if (message.roundTripMs !== null) connections.setRoundTrip(socket, message.roundTripMs);
        return;
      case "command":
        return broadcaster.send(socket, {
          type: "reply",
          id: message.id,
          error: runCommand(core, message.command, connection),
        });
      case "report":
        connections.report(socket, message.report);
        return publishSyncSummary();
      case "request-snapshot":
        if (!connections.hear(socket, Date.now(), connectionLimits.snapshotMessageCost))
          return broadcaster.close(socket, "too-many-messages");
        core.run({ type: "tick" }, { kind: "server" });
        return snapshot(core, socket, connection);
    }
  }

  return {
    snapshot,
    answer(core, socket, { connection, raw }) {
      if (!connections.hear(socket, Date.now())) {
        broadcaster.send(socket, { type: "error", error: "too-many-messages" });
        broadcaster.close(socket, "too-many-messages");
        return false;
      }
      const message = decodeClientMessage(raw);
      if (!message.ok) {
        const { code: error, commandId } = message.error;
        broadcaster.send(socket, commandId ? { type: "reply", id: commandId, error } : { type: "error", error });
        return false;
      }
      handleMessage(core, socket, { connection, message: message.value });
      return message.value.type === "command";
    },
  };
}

function runCommand(core: RoomCore, command: RoomCommand, { person, role }: Connection): ErrorCode | null {
  const effectiveRole = toEffectiveRole(role, person !== null);
  try {
    const result = core.run(command, { kind: "person", userId: person?.id ?? null, effectiveRole });
    return result.ok ? null : result.error;
  } catch (error) {
    // nothing was written: the room goes on as it was
    logError("room-command", error, { room: core.state().info.id, command: command.type });
    return "internal";
  }
}
