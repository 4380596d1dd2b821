import { describe, expect, it } from "vitest";
import { currentEntryId } from "#app/domain/playback/playback.ts";
import { entryId } from "#tests/support/builders.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { controlServerClock } from "#tests/workers/support/server-clock.ts";
import { createRoomWithTracks, seedTracks } from "#tests/workers/support/tracks.ts";

const { startMs, setSecond } = controlServerClock();

const HOUR = 3600;

describe("the summary of a room's latest session", () => {
  it("SN1 SN2 begins after a long silence; guests see it too", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks({ tracks: 3 });
    const guest = createClient();
    expect(await guest.call("rooms.getSessionSummary", { id })).toEqual({ session: null });
    const { state } = await owner.call("rooms.getState", { id });
    const [first, second] = [state.playlist[0]?.id ?? entryId(1), state.playlist[1]?.id ?? entryId(2)];
    await owner.call("rooms.command", { id, command: { type: "select", entryId: first } });
    setSecond(30);
    await owner.call("rooms.command", { id, command: { type: "pause" } });
    setSecond(HOUR);
    await owner.call("rooms.command", { id, command: { type: "select", entryId: second } });
    setSecond(HOUR + 90);
    const expected = {
      ...{ plays: 2, trackCount: 2, personCount: 1 },
      tracks: [
        { title: "Track 2", artist: "Artist", plays: 1, reactions: 0, cover: null, addedBy: { name: "Mira" } },
        { title: "Track 3", plays: 1 },
      ],
      people: [{ person: { name: "Mira" }, plays: 2 }],
    };
    const { session } = await guest.call("rooms.getSessionSummary", { id });
    expect(session).toMatchObject(expected);
    expect(Math.round(((session?.startedAtMs ?? 0) - startMs) / 1000)).toBe(HOUR);
    expect(Math.round(((session?.endedAtMs ?? 0) - startMs) / 1000)).toBe(HOUR + 90);
  });

  it("SN4 counts a person whose account was deleted, and does not name them", async () => {
    setSecond(0);
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    const guest = await registerUser("Ilse");
    await owner.call("members.add", { id, username: guest.username, role: "editor" });
    const trackIds = await seedTracks(guest.username, id, { count: 1 });
    await guest.call("playlist.add", { roomId: id, trackIds });
    await owner.call("rooms.command", { id, command: { type: "play" } });
    setSecond(90);
    const { state } = await owner.call("rooms.getState", { id });
    expect(state.playlist.at(-1)?.id).toBe(currentEntryId(state.playback));
    const before = (await owner.call("rooms.getSessionSummary", { id })).session;
    expect(before?.people.map(({ person }) => person.name).sort()).toEqual(["Ilse", "Mira"]);
    await guest.call("users.remove", { id: await readUserId(guest), password: "correct horse" });
    const { session } = await owner.call("rooms.getSessionSummary", { id });
    expect(session).toMatchObject({ personCount: 2, people: [{ person: { name: "Mira" } }] });
    expect(session?.tracks.map(({ addedBy }) => addedBy?.name ?? null)).toEqual(["Mira", null]);
  });

  it("is refused to those who may not enter the room", async () => {
    const { owner, id } = await createRoomWithTracks({ tracks: 1 });
    await owner.call("rooms.update", { id, password: "open sesame" });
    expect(await createClient().refusal("rooms.getSessionSummary", { id })).toBe("room-password-required");
  });
});
