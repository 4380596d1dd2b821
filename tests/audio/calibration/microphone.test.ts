import { afterEach, describe, expect, it, vi } from "vitest";
import { requestPlaybackSession } from "#app/audio/audio-session.ts";
import { openMicrophone } from "#app/audio/calibration/microphone.ts";

afterEach(() => vi.unstubAllGlobals());

/** A browser in which opening the microphone has this outcome. */
function stubMicrophone(getUserMedia: (constraints: MediaStreamConstraints) => Promise<MediaStream>, audioSession = {}): void {
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia }, audioSession });
}

const brokenContext = { audioWorklet: { addModule: () => Promise.reject(new Error("closed")) } } as unknown as AudioContext;

describe("opening the microphone", () => {
  it.each([
    ["NotAllowedError", "denied"],
    ["SecurityError", "denied"],
    ["NotFoundError", "missing"],
    ["OverconstrainedError", "missing"],
    ["NotReadableError", "failed"],
    ["AbortError", "failed"],
  ])("fails after %s: %s", async (name, failure) => {
    stubMicrophone(() => Promise.reject(new DOMException("", name)));
    expect(await openMicrophone(brokenContext)).toEqual({ ok: false, error: failure });
  });

  it("finds none on a page without media devices", async () => {
    vi.stubGlobal("navigator", {});
    expect(await openMicrophone(brokenContext)).toEqual({ ok: false, error: "missing" });
  });

  it("asks for one channel without the browser's processing, and closes it if the recorder cannot start", async () => {
    const stop = vi.fn();
    const asked: MediaStreamConstraints[] = [];
    stubMicrophone((constraints) => {
      asked.push(constraints);
      return Promise.resolve({ getTracks: () => [{ stop }] } as unknown as MediaStream);
    });
    expect(await openMicrophone(brokenContext)).toEqual({ ok: false, error: "failed" });
    expect(stop).toHaveBeenCalledOnce();
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 };
    expect(asked).toEqual([{ audio }]);
  });

  it("is allowed to record, and is a music player again after a failure", async () => {
    const session = { type: "playback" };
    const types: string[] = [];
    const outcomes = [
      () => Promise.reject(new DOMException("", "NotAllowedError")),
      () => Promise.resolve({ getTracks: () => [] } as unknown as MediaStream),
    ];
    for (const outcome of outcomes) {
      stubMicrophone(() => {
        requestPlaybackSession();
        types.push(session.type);
        return outcome();
      }, session);
      await openMicrophone(brokenContext);
      types.push(session.type);
    }
    expect(types).toEqual(["play-and-record", "playback", "play-and-record", "playback"]);
  });
});
