import { describe, expect, it } from "vitest";
import { createFloatStore } from "#app/features/player/reactions/float-store.ts";
import { createStore } from "#app/lib/store.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import { INITIAL_ROOM_VIEW } from "#app/server-client/room/room-view.ts";
import { buildRoom, entryId, playing } from "#tests/support/builders.ts";

/** A device in a room that plays its first entry. */
function openRoom({ isOpen = true } = {}) {
  const sent: ClientMessage[] = [];
  const timers: { readonly atMs: number; readonly run: () => void }[] = [];
  let nowMs = 0;
  let receive: (message: ServerMessage) => void = () => undefined;
  const confirmed = { ...buildRoom(2), playback: playing(1) };
  const store = createFloatStore({
    connection: {
      view: createStore({ ...INITIAL_ROOM_VIEW, confirmed }),
      send: (message) => isOpen && sent.push(message) > 0,
      onMessage(listener) {
        receive = listener;
        return () => undefined;
      },
    },
    localNowMs: () => nowMs,
    after(ms, run) {
      timers.push({ atMs: nowMs + ms, run });
      return () => undefined;
    },
    random: () => 0.5,
  });
  return {
    store,
    sent,
    receive: (counts: readonly number[], n = 1) =>
      receive({ type: "reactions", added: [{ entryId: entryId(n), marks: [{ part: 3, counts }] }] }),
    emoji: () => store.batches.get().flatMap(({ floats }) => floats.map(({ emoji }) => emoji)),
    pass(ms: number) {
      nowMs += ms;
      for (const { run } of timers.filter(({ atMs }) => atMs <= nowMs)) run();
    },
  };
}

describe("the floats of a room", () => {
  it("show the reactions of others for two seconds", () => {
    const { receive, emoji, pass } = openRoom();
    receive([1, 0, 2, 0, 0, 0]);
    expect(emoji()).toEqual(["👍", "🔥", "🔥"]);
    pass(1999);
    expect(emoji()).toHaveLength(3);
    pass(1);
    expect(emoji()).toEqual([]);
  });

  it("show no reactions to another track", () => {
    const { receive, emoji } = openRoom();
    receive([1, 0, 0, 0, 0, 0], 2);
    expect(emoji()).toEqual([]);
  });

  it("are at most 24 at once, and at most eight of a message", () => {
    const { store, receive, emoji } = openRoom();
    receive([500, 500, 500, 500, 500, 500]);
    expect(emoji()).toHaveLength(8);
    for (let i = 0; i < 5; i++) receive([500, 0, 0, 0, 0, 0]);
    expect(emoji()).toHaveLength(24);
    expect(store.batches.get().at(-1)?.counts).toEqual([500, 0, 0, 0, 0, 0]);
  });

  it("show the own reaction at once, and not again when the room sends it back", () => {
    const { store, sent, receive, emoji } = openRoom();
    expect(store.react(entryId(1), 2)).toBe(true);
    expect(sent).toEqual([{ type: "reaction", entryId: entryId(1), reaction: 2 }]);
    expect(emoji()).toEqual(["🔥"]);
    receive([0, 0, 1, 0, 0, 0]);
    expect(emoji()).toEqual(["🔥"]);
    receive([0, 0, 1, 0, 0, 0]);
    expect(emoji()).toEqual(["🔥", "🔥"]);
  });

  it("show the reactions of others after the room has refused an own one", () => {
    const { store, receive, emoji, pass } = openRoom();
    store.react(entryId(1), 2);
    pass(5000);
    receive([0, 0, 1, 0, 0, 0]);
    expect(emoji()).toEqual(["🔥"]);
  });

  it("are not added by a fourth reaction at once, nor without a connection", () => {
    const { store, sent } = openRoom();
    expect([0, 1, 2, 3].map((reaction) => store.react(entryId(1), reaction))).toEqual([true, true, true, false]);
    expect(sent).toHaveLength(3);
    const offline = openRoom({ isOpen: false });
    expect(offline.store.react(entryId(1), 0)).toBe(false);
    expect(offline.emoji()).toEqual([]);
  });
});
