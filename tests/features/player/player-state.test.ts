import { describe, expect, it } from "vitest";
import { type EngineStatus, INITIAL_STATUS } from "#app/audio/engine-status.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { toPlayerState, toRoomPlayer } from "#app/features/player/player-state.ts";
import { INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";
import { buildRoom, INFO, OWNER, paused, playing } from "#tests/support/builders.ts";

const ROOM = buildRoom(2);
const PLAYING: RoomState = { ...ROOM, playback: playing(1) };
const PAUSED: RoomState = { ...ROOM, playback: paused(1, 5000) };
const OPEN: RoomState = { ...PAUSED, info: { ...INFO, guestsMayControl: true } };
const SOUND: Partial<EngineStatus> = { sound: "on", bufferedToMs: 10_000 };

type Situation = {
  readonly state?: RoomState;
  readonly connection?: RoomView["connection"];
  readonly role?: RoomView["self"]["effectiveRole"];
  readonly status?: Partial<EngineStatus>;
};

function stateOf({ state = PLAYING, connection = "open", role = "owner", status = SOUND }: Situation) {
  const self = { ...INITIAL_ROOM_VIEW.self, id: OWNER, effectiveRole: role };
  const view: RoomView = { ...INITIAL_ROOM_VIEW, connection, state, confirmed: state, self };
  return toPlayerState(view, toRoomPlayer(view), { ...INITIAL_STATUS, ...status });
}

describe("the state of the player bar (SPEC §2)", () => {
  it.each<[string, Situation]>([
    ["reconnecting", { connection: "reconnecting" }],
    ["empty", { state: buildRoom(0) }],
    ["fault", { status: { ...SOUND, fault: "undecodable" as never } }],
    // the browser requires a gesture, which a press of Play is
    ["connect", { status: { sound: "locked" } }],
    ["connect", { state: PAUSED, role: "guest", status: { sound: "locked" } }],
    ["ready", { state: OPEN, role: "guest", status: { sound: "locked" } }],
    ["ready", { state: PAUSED, status: { sound: "locked" } }],
    // a user who has stopped listening presses Listen
    ["connect", { status: { sound: "stopped" } }],
    ["connect", { state: PAUSED, status: { sound: "stopped" } }],
    ["processing", { state: PAUSED, status: { sound: "on", bufferedToMs: null } }],
    ["ready", { state: PAUSED }],
    ["syncing", { status: { ...SOUND, syncState: "syncing" } }],
    ["in-sync", { status: { ...SOUND, syncState: "in-sync" } }],
    ["uncertain", { status: { ...SOUND, syncState: "uncertain" } }],
    ["sync-error", { status: { ...SOUND, syncState: "error" } }],
  ])("is %s", (expected, situation) => {
    expect(stateOf(situation)).toBe(expected);
  });
});
