import { afterEach, expect, it } from "vitest";
import { setSpeakerRole } from "#app/app-state/device-settings.ts";
import { playRoom } from "#app/features/room/play-room.ts";
import { buildRoom } from "../../support/builders.ts";
import { createFakeConnection, createFakeEngine } from "../../support/fake-room.ts";

afterEach(() => setSpeakerRole("all"));

function createRoom() {
  const connection = createFakeConnection();
  const recorder = createFakeEngine();
  const ignore = () => undefined;
  const engine = { ...recorder, setMedia: ignore, setTimeline: ignore };
  return { connection, engine, recorder };
}

it("the volume and the mute of the room reach the engine", () => {
  const { connection, engine, recorder } = createRoom();
  const stop = playRoom({ connection, engine });
  const confirmed = { ...buildRoom(1), loudspeakers: { volume: 0.5, isMuted: false } };
  connection.view.update((view) => ({ ...view, confirmed }));
  connection.view.update((view) => ({ ...view, confirmed: { ...confirmed, loudspeakers: { volume: 0.5, isMuted: true } } }));
  expect(recorder.values("setRoomGain")).toEqual([0.25, 0]);
  stop();
  connection.view.update((view) => ({ ...view, confirmed }));
  expect(recorder.values("setRoomGain")).toHaveLength(2);
});

it("the stored role is there before the first sound, and follows changes", () => {
  setSpeakerRole("left");
  const { connection, engine, recorder } = createRoom();
  const stop = playRoom({ connection, engine });
  expect(recorder.calls[0]).toEqual(["setSpeakerRole", "left"]);
  setSpeakerRole("low");
  stop();
  setSpeakerRole("high");
  expect(recorder.values("setSpeakerRole")).toEqual(["left", "low"]);
});
