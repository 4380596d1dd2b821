import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { UserId } from "#app/domain/ids.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { evolve, type RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import type { RoomEvent } from "#app/domain/room/room-event.ts";
import { followControls } from "#app/features/player/control-notices.ts";
import { createI18n, translateWith } from "#app/i18n/create-i18n.ts";
import { playback } from "#app/i18n/en/playback.ts";
import { createStore } from "#app/lib/store.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { INITIAL_ROOM_VIEW, type RoomView } from "#app/server-client/room/room-view.ts";
import { dismissAllNotices, notices } from "#app/ui/notice-store.ts";
import { actorAs, buildRoom, contextAt, entryId, OWNER, paused, playing, SERVER, userId } from "#tests/support/builders.ts";

const NOW_MS = 60_500;
const KIM = userId("kim");
const ROOM: RoomState = { ...buildRoom(3), playback: playing(1, 0, 500) };
const t = translateWith(createI18n("en", { playback }), "playback");
const next = (n: number) => ({ type: "next", entryId: entryId(n) }) as const;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  dismissAllNotices();
  vi.runAllTimers();
  vi.useRealTimers();
});

/** A device in a room, and what it has sent. */
function follow(self: { readonly userId?: UserId | null; readonly role?: EffectiveRole } = {}, state = ROOM) {
  const { userId: id = OWNER, role = "owner" } = self;
  const view = createStore<RoomView>({
    ...INITIAL_ROOM_VIEW,
    connection: "open",
    confirmed: state,
    state,
    revision: 5,
    self: { userId: id, effectiveRole: role },
    present: [{ person: { id: KIM, name: "Kim", avatar: "" }, role: "participant", devices: 1 }],
  });
  let listener: (message: ServerMessage) => void = () => undefined;
  const sent: RoomCommand[] = [];
  const errors: ErrorCode[] = [];
  const reply: { error: ErrorCode | null } = { error: null };
  const stop = followControls({
    connection: {
      view,
      onMessage(added) {
        listener = added;
        return () => {
          listener = () => undefined;
        };
      },
      async command(command) {
        sent.push(command);
        return reply.error;
      },
    },
    texts: () => t,
    onError: (error) => errors.push(error),
  });
  function receive(events: readonly RoomEvent[], pending: RoomView["pending"] = []): void {
    const current = view.get();
    const confirmed = events.reduce(evolve, current.confirmed ?? ROOM);
    const revision = current.revision + 1;
    view.set({ ...current, confirmed, state: confirmed, revision, pending });
    listener({ type: "events", revision, events });
  }
  /** A command of another device, or of this one if its reply is pending. */
  function run(command: AnyCommand, actor: Actor, pending: RoomView["pending"] = []): void {
    const decided = decide(view.get().confirmed ?? ROOM, command, actor, contextAt(NOW_MS));
    if (!decided.ok) throw new Error(decided.error);
    receive(decided.value, pending);
  }
  return { run, receive, stop, sent, errors, reply, listener: (message: ServerMessage) => listener(message) };
}

const visible = () => notices.view.get().visible.filter(({ isLeaving }) => !isLeaving);
const titles = () => visible().map(({ title }) => title);
const labels = () => visible().flatMap(({ actions }) => actions.map(({ label }) => label));
const asKim = actorAs("participant", KIM);

describe("a notice of what another person changes", () => {
  it.each<[string, AnyCommand]>([
    ["Kim skipped to Track 2", next(1)],
    ["Kim put on Track 3", { type: "select", entryId: entryId(3) }],
    ["Kim restarted Track 1", { type: "previous", entryId: entryId(1) }],
    ["Kim jumped to 1:30 in Track 1", { type: "seek", entryId: entryId(1), positionMs: 90_000 }],
    ["Kim turned on repeat for all tracks", { type: "repeat", repeat: "all" }],
    ["Kim shuffled the tracks", { type: "shuffle", isOn: true }],
    ["Kim set the crossfade to 5 s", { type: "crossfade", ms: 5000 }],
  ])("says: %s", (title, command) => {
    const { run } = follow();
    run(command, asKim);
    expect(titles()).toEqual([title]);
    expect(labels()).toEqual(["Undo"]);
  });

  it("VO6 names no person for a skip by vote, which only people who skip without a vote can undo", () => {
    const vote: AnyCommand = { type: "skip-by-vote", entryId: entryId(1) };
    const room = follow();
    room.run(vote, SERVER);
    expect([titles(), labels()]).toEqual([["Track 1 was skipped by vote"], ["Undo"]]);
    dismissAllNotices();
    vi.runAllTimers();
    const participants = follow({ userId: KIM, role: "participant" });
    participants.run(vote, SERVER);
    expect([titles(), labels()]).toEqual([["Track 1 was skipped by vote"], []]);
  });

  it("names the removed track, and the last one that was skipped", () => {
    const room = follow();
    room.run({ type: "remove", entryIds: [entryId(1)] }, actorAs("editor", KIM));
    expect(titles()).toEqual(["Kim removed Track 1"]);
    const last = follow({}, { ...ROOM, playback: playing(3, 0, 500) });
    last.run(next(3), asKim);
    expect(titles().at(-1)).toBe("Kim skipped the last track");
  });

  it("undoes it by its revision", () => {
    const { run, sent } = follow();
    run(next(1), asKim);
    visible()[0]?.actions[0]?.onPress();
    expect(sent).toEqual([{ type: "restore-playback", revision: 6 }]);
  });

  it("reports that an undo was refused", async () => {
    const { run, reply, errors } = follow();
    reply.error = "undo-unavailable";
    run(next(1), asKim);
    visible()[0]?.actions[0]?.onPress();
    await vi.advanceTimersByTimeAsync(0);
    expect(errors).toEqual(["undo-unavailable"]);
  });

  it("ends after eight seconds, and after ten even under a pointer", () => {
    const { run } = follow();
    run(next(1), asKim);
    vi.advanceTimersByTime(7999);
    expect(titles()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
    run(next(2), asKim);
    notices.setPaused(true);
    vi.advanceTimersByTime(9999);
    expect(titles()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(titles()).toEqual([]);
  });

  it("is replaced by the next one, and ended by a change without a notice", () => {
    const { run } = follow();
    run(next(1), asKim);
    run(next(2), asKim);
    expect(titles()).toEqual(["Kim skipped to Track 3"]);
    run({ type: "pause" }, asKim);
    expect(titles()).toEqual([]);
  });

  it("PB11 stays after a change of the room's settings, unless the order becomes fair", () => {
    const { run, receive } = follow();
    run(next(1), asKim);
    const info = { ...ROOM.info, name: "Garden", hasPassword: true };
    receive([{ type: "room-changed", info }]);
    expect([titles(), labels()]).toEqual([["Kim skipped to Track 2"], ["Undo"]]);
    receive([{ type: "room-changed", info: { ...info, isFair: true } }]);
    expect(titles()).toEqual([]);
  });

  it("ends with a new snapshot, and when the room is left", () => {
    const room = follow();
    room.run(next(1), asKim);
    // only its type matters
    room.listener({ type: "snapshot" } as ServerMessage);
    expect(titles()).toEqual([]);
    room.run(next(2), asKim);
    room.stop();
    expect(titles()).toEqual([]);
  });

  it("does not exist for a track that ends, or for a pause", () => {
    const { run } = follow({}, { ...ROOM, playback: playing(1, 0, -50_000) });
    run({ type: "tick" }, SERVER);
    run({ type: "pause" }, asKim);
    expect(titles()).toEqual([]);
  });

  it("is shown without an undo to people who may not control playback, unless the room lets everyone", () => {
    const viewer = follow({ userId: userId("viewer"), role: "viewer" });
    viewer.run(next(1), asKim);
    expect([titles(), labels()]).toEqual([["Kim skipped to Track 2"], []]);
    viewer.stop();
    const open = { ...ROOM, info: { ...ROOM.info, guestsMayControl: true } };
    follow({ userId: userId("viewer"), role: "viewer" }, open).run(next(1), asKim);
    expect(labels()).toEqual(["Undo"]);
  });

  it("offers to undo a removal only to people who may arrange the track", () => {
    const removal = { type: "remove", entryIds: [entryId(1)] } as const;
    const participant = follow({ userId: userId("third"), role: "participant" });
    participant.run(removal, actorAs("editor", KIM));
    expect([titles(), labels()]).toEqual([["Kim removed Track 1"], []]);
  });

  it("names guests by what they call themselves, and people who have left", () => {
    const { run } = follow({}, { ...ROOM, info: { ...ROOM.info, guestsMayControl: true } });
    run(next(1), actorAs("guest", null));
    expect(titles()).toEqual(["A guest skipped to Track 2"]);
    run(next(2), { kind: "person", userId: null, guestName: "Neighbor", effectiveRole: "guest" });
    expect(titles()).toEqual(["Neighbor (guest) skipped to Track 3"]);
    run({ type: "select", entryId: entryId(1) }, actorAs("editor", userId("gone")));
    expect(titles()).toEqual(["Someone put on Track 1"]);
  });

  it("says who has undone a change, without another undo", () => {
    const { receive } = follow();
    receive([{ type: "playback-restored", userId: KIM, guestName: null, playback: paused(1, 500), order: {} }]);
    expect([titles(), labels()]).toEqual([["Kim undid the last change"], []]);
    receive([{ type: "playback-restored", userId: OWNER, guestName: null, playback: paused(1, 900), order: {} }]);
    expect(titles()).toEqual([]);
  });
});

describe("a notice of what this person changes", () => {
  it("offers to undo what is easily pressed by mistake", () => {
    const { run } = follow();
    run(next(1), actorAs("owner"));
    expect([titles(), labels()]).toEqual([["Skipped to Track 2"], ["Undo"]]);
    run({ type: "select", entryId: entryId(3) }, actorAs("owner"));
    expect([titles(), labels()]).toEqual([["Track 3 is on for everyone"], ["Undo"]]);
    run({ type: "previous", entryId: entryId(3) }, actorAs("owner"));
    expect([titles(), labels()]).toEqual([["Back to Track 2"], ["Undo"]]);
  });

  it("does not exist for a seek, a removal or a change of the order, which end the notice before", () => {
    const { run } = follow();
    const quiet: readonly AnyCommand[] = [
      { type: "seek", entryId: entryId(2), positionMs: 90_000 },
      { type: "repeat", repeat: "one" },
      { type: "remove", entryIds: [entryId(2)] },
    ];
    run(next(1), actorAs("owner"));
    for (const command of quiet) {
      run(command, actorAs("owner"));
      expect(titles()).toEqual([]);
    }
  });

  it("is recognized by a guest's device while the command awaits its reply", () => {
    const open = { ...ROOM, info: { ...ROOM.info, guestsMayControl: true } };
    const { run } = follow({ userId: null, role: "guest" }, open);
    run(next(1), actorAs("guest", null), ["next"]);
    expect(titles()).toEqual(["Skipped to Track 2"]);
    run(next(2), actorAs("guest", null));
    expect(titles()).toEqual(["A guest skipped to Track 3"]);
  });
});
