import { describe, expect, it } from "vitest";
import { parseTypedText } from "#app/domain/chat/slash-command.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import { describeSlashCommand, runSlashCommand } from "#app/features/chat/run-slash-command.ts";
import { texts } from "#app/i18n/en/chat-texts.ts";
import { texts as shared } from "#app/i18n/en/texts.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { buildRoom, entryId, paused, playing } from "#tests/support/builders.ts";
import { englishOf } from "#tests/support/english.ts";
import { createCommandRoom } from "#tests/support/fake-room.ts";

const t = englishOf("chat", shared, texts);
const ROOM = { ...buildRoom(3), playback: playing(2) };

/** A chat in a room. Returns what a typed text does. */
function openChat(state: RoomState | null = ROOM, view: Partial<RoomView> = {}) {
  const room = createCommandRoom({ state, ...view });
  let starts = 0;
  const type = (text: string) => {
    const typed = parseTypedText(text);
    if (typed.kind === "message") throw new Error(`${text} is no command`);
    const onStart = () => {
      starts += 1;
    };
    return runSlashCommand({ connection: room.connection, t, errorText: (error) => `error ${error}`, onStart }, typed);
  };
  return { ...room, type, starts: () => starts };
}

describe("a command that is typed in the chat", () => {
  it.each([
    ["/play", { type: "play" }, "Playing"],
    ["/pause", { type: "pause" }, "Paused"],
    ["/skip", { type: "next", entryId: entryId(2) }, "Skipped"],
    ["/queue track 3", { type: "queue", entryIds: [entryId(3)], isNext: true }, "Track 3"],
  ])("is sent to the room, and reports what it has done: %s", async (text, command, words) => {
    const { type, commands } = openChat();
    const outcome = await type(text);
    expect(commands).toEqual([command]);
    expect(outcome).toEqual({ isDone: true, text: expect.stringContaining(words) });
  });

  it.each(["/play", "/pause", "/skip", "/queue track 3"])("reports why the room has refused it: %s", async (text) => {
    const { type, replies } = openChat();
    replies.push("forbidden");
    expect(await type(text)).toEqual({ isDone: false, text: "error forbidden" });
  });

  it("starts the sound of this device only if it starts the room", async () => {
    const silent = openChat({ ...ROOM, playback: paused(2, 0) });
    await silent.type("/play");
    expect(silent.starts()).toBe(1);
    const playingRoom = openChat();
    for (const text of ["/play", "/pause", "/skip"]) await playingRoom.type(text);
    expect(playingRoom.starts()).toBe(0);
  });

  it("does nothing before the room is there, or if there is no such command", async () => {
    const { type, commands } = openChat(null);
    expect(await type("/play")).toEqual({ isDone: false, text: "error network" });
    expect(await type("/dance")).toEqual({ isDone: false, text: t("commandUnknown", { name: "dance" }) });
    expect(commands).toEqual([]);
  });

  it("lists all commands as help", async () => {
    expect(await openChat().type("/help")).toEqual({
      isDone: true,
      text: "Commands: /play, /pause, /skip, /queue, /help",
    });
  });
});

describe("/skip", () => {
  const vote = (n: number) => ({
    votes: { skip: { entryId: entryId(n), votes: 1, needed: 2 }, own: { skip: null, queue: [] } },
  });
  const as = (effectiveRole: "participant" | "editor") => ({ self: { userId: null, effectiveRole } });

  it("VO3 is a vote of a person who may not skip alone", async () => {
    const { type, commands } = openChat(ROOM, { ...vote(2), ...as("participant") });
    expect((await type("/skip")).text).toBe(t("commandDone.vote"));
    expect(commands).toEqual([{ type: "vote-skip", entryId: entryId(2), isFor: true }]);
  });

  it("VO3 is no vote of an editor, nor while no vote about this entry is needed", async () => {
    for (const view of [{ ...vote(2), ...as("editor") }, { ...vote(1), ...as("participant") }, as("participant")]) {
      const { type, commands } = openChat(ROOM, view);
      await type("/skip");
      expect(commands).toEqual([{ type: "next", entryId: entryId(2) }]);
    }
  });

  it("does nothing in an idle room", async () => {
    const { type, commands } = openChat(buildRoom(3));
    expect([await type("/skip"), commands]).toEqual([{ isDone: false, text: "error playlist-empty" }, []]);
  });
});

describe("/queue", () => {
  it("needs words, and a track that has them", async () => {
    const { type, commands } = openChat();
    expect(await type("/queue")).toEqual({ isDone: false, text: t("queueNothing") });
    expect(await type("/queue polka")).toEqual({ isDone: false, text: t("queueNotFound", { words: "polka" }) });
    expect(commands).toEqual([]);
  });

  it("is listed with the words that it takes, and the others without", () => {
    expect(describeSlashCommand("play", t)).toBe("/play");
    expect(describeSlashCommand("queue", t)).toBe(`/queue ${t("command.queueWords")}`);
  });
});
