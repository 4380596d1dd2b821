import { afterEach, expect, it, vi } from "vitest";
import { requestPlaybackSession, startRecordingSession } from "#app/audio/audio-session.ts";

afterEach(() => vi.unstubAllGlobals());

it("the page is a music player again when its last recording ends", () => {
  const session = { type: "auto" };
  vi.stubGlobal("navigator", { audioSession: session });
  requestPlaybackSession();
  expect(session.type).toBe("playback");
  const endFirst = startRecordingSession();
  const endSecond = startRecordingSession();
  requestPlaybackSession();
  endFirst();
  endFirst();
  expect(session.type).toBe("play-and-record");
  endSecond();
  expect(session.type).toBe("playback");
});

it("does nothing in a browser without audio sessions", () => {
  const navigator = {};
  vi.stubGlobal("navigator", navigator);
  startRecordingSession()();
  expect(navigator).toEqual({});
});
