import { describe, expect, it } from "vitest";
import { inspectFile } from "#app/features/dev/track-parser/inspect-file.ts";
import { createBytes } from "#tests/audio/inspected-file.ts";
import { audioFixture } from "#tests/support/fixtures.ts";
import { inspectAudio } from "#workers/audio-inspection/inspect-audio.ts";

const inspect = (name: string) => inspectFile(new Blob([new Uint8Array(audioFixture(name))]));

describe("the inspection of a file in the browser", () => {
  it.each(["vbr.mp3", "cbr.mp3", "adts.aac", "plain.flac", "plain.wav", "slow.m4a", "opus.ogg", "vorbis.ogg"])(
    "finds the same format and duration as the server, and a codec: %s",
    async (name) => {
      const found = await inspect(name);
      const stored = await inspectAudio(createBytes(audioFixture(name)));
      if (!stored.ok) throw new Error(stored.error);
      expect(found?.format).toBe(stored.value.format);
      expect(found?.durationMs).toBeCloseTo(stored.value.durationMs, 0);
      expect(found?.codec).toBeTruthy();
      expect(found?.channels).toBeGreaterThan(0);
      expect(found?.sampleRate).toBeGreaterThan(0);
    },
  );

  it("finds the encoder delay and the seek map of an MP3 file", async () => {
    const stored = await inspectAudio(createBytes(audioFixture("vbr.mp3")));
    const seekMap = stored.ok ? stored.value.seekMap : null;
    expect(await inspect("vbr.mp3")).toMatchObject({
      primingFrames: seekMap?.primingFrames,
      seekPoints: seekMap?.points.length,

      trimEndFrames: expect.any(Number),
    });
    expect(await inspect("headerless.mp3")).toMatchObject({ primingFrames: 0, trimEndFrames: null });
  });

  it("finds the pre-skip of an Opus stream", async () => {
    expect((await inspect("opus.ogg"))?.primingFrames).toBe(312);
  });

  it("refuses bytes of no known format", async () => {
    expect(await inspectFile(new Blob(["hello"]))).toBeNull();
    expect(await inspectFile(new Blob([]))).toBeNull();
  });

  it("still shows the format of a file whose audio is missing", async () => {
    const head = audioFixture("plain.flac").slice(0, 20);
    expect(await inspectFile(new Blob([head]))).toMatchObject({ format: "flac", codec: null, durationMs: null });
  });
});
