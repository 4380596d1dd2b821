import { standingOf } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { limits } from "#app/domain/limits.ts";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { foldUnison } from "#app/domain/sync/room-sync-summary.ts";
import { packEntries } from "#app/protocol/packed-entries.ts";
import { type ClientFrame, PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { decodeClientFrame } from "#app/protocol/room-server-codec.ts";
import { newToken } from "#workers/crypto/random.ts";
import { logFault } from "#workers/http/log-error.ts";
import type { Audience } from "./broadcaster.ts";
import { type Device, type Devices, whoIsHere } from "./connections.ts";
import type { MediaGrants } from "./media-grants.ts";
import { openPlaylistPages } from "./playlist-pages.ts";
import type { RoomCore } from "./room-state.ts";
import { openUnisonTeller } from "./sync-summary-publisher.ts";

/** What the room and one device say to each other. */
export type Conversation = {
  /** All that a device must know of the room. */
  welcome(core: RoomCore, socket: WebSocket, device: Device): void;
  /** Answers what a device says. True: it was a command, and the room may have changed. */
  answer(core: RoomCore, socket: WebSocket, said: { readonly device: Device; readonly raw: string | ArrayBuffer }): boolean;
};

type ConversationParts = { readonly devices: Devices; readonly audience: Audience; readonly media: MediaGrants };

const NO_ENTRIES = packEntries([]);

export function openConversation({ devices, audience, media }: ConversationParts): Conversation {
  const tellUnison = openUnisonTeller(devices, audience);
  const pagesOf = openPlaylistPages();
  // the object may have woken on another machine, with another clock
  const clockEpoch = newToken();

  function welcome(core: RoomCore, socket: WebSocket, device: Device): void {
    const { person, role } = device;
    const granted = media.grant(core.state().info.id, socket, device);
    const { playlist, ...state } = core.state();
    const [entries = NO_ENTRIES, ...rest] = pagesOf(playlist, currentEntryId(state.playback));
    audience.send(socket, {
      type: "welcome",
      version: PROTOCOL_VERSION,
      revision: core.revision(),
      state,
      entries,
      entryCount: playlist.length,
      you: { userId: person?.id ?? null, standing: standingOf(role, person !== null) },
      ...whoIsHere(audience.here()),
      media: granted,
      unison: foldUnison(devices.reports()),
      serverNowMs: Date.now(),
      clockEpoch,
    });
    for (const more of rest) audience.send(socket, { type: "entries", entries: more });
  }

  function answerFrame(core: RoomCore, socket: WebSocket, { device, frame }: { device: Device; frame: ClientFrame }): void {
    switch (frame.type) {
      case "clock":
        audience.send(socket, { type: "clock", sentLocalMs: frame.sentLocalMs, serverMs: Date.now(), clockEpoch });
        if (frame.roundTripMs !== null) devices.setRoundTrip(socket, frame.roundTripMs);
        return;
      case "command":
        return audience.send(socket, { type: "reply", id: frame.id, error: runCommand(core, frame.command, device) });
      case "report":
        devices.report(socket, frame.report);
        return tellUnison();
      case "snapshot":
        if (!devices.hear(socket, Date.now(), limits.snapshotFrames)) return audience.close(socket, "too-many-frames");
        core.run({ type: "tick" }, { kind: "server" });
        return welcome(core, socket, device);
    }
  }

  return {
    welcome,
    answer(core, socket, { device, raw }) {
      if (!devices.hear(socket, Date.now())) {
        audience.send(socket, { type: "refused", error: "too-many-frames" });
        audience.close(socket, "too-many-frames");
        return false;
      }
      const frame = decodeClientFrame(raw);
      if (!frame.ok) {
        const { code: error, commandId } = frame.error;
        audience.send(socket, commandId ? { type: "reply", id: commandId, error } : { type: "refused", error });
        return false;
      }
      answerFrame(core, socket, { device, frame: frame.value });
      return frame.value.type === "command";
    },
  };
}

function runCommand(core: RoomCore, command: RoomCommand, { person, role }: Device): ErrorCode | null {
  const standing = standingOf(role, person !== null);
  try {
    const result = core.run(command, { kind: "person", userId: person?.id ?? null, standing });
    return result.ok ? null : result.error;
  } catch (error) {
    // nothing was written: the room goes on as it was
    logFault("room-command", error, { room: core.state().info.id, command: command.type });
    return "internal";
  }
}
