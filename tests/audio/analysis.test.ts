import { describe, expect, it } from "vitest";
import { createAnalyzer, type SampleAnalysis } from "#app/audio/analysis/analyze-samples.ts";
import { createLoudnessMeter } from "#app/audio/analysis/loudness-meter.ts";
import { createTruePeakMeter } from "#app/audio/analysis/true-peak-meter.ts";
import { createWaveformMeter } from "#app/audio/analysis/waveform-meter.ts";
import { WAVEFORM_POINTS } from "#app/domain/tracks/track-analysis.ts";
import { seededRandom } from "#scripts/sound.mjs";

const RATE = 48_000;
const amplitude = (db: number) => 10 ** (db / 20);

type Tone = { readonly seconds: number; readonly db: number; readonly hz?: number; readonly sampleRate?: number };

/** Consecutive sine tones. */
function tones(parts: readonly Tone[]): Float32Array {
  const pieces = parts.map(({ seconds, db, hz = 1000, sampleRate = RATE }) =>
    Float32Array.from(
      { length: Math.round(seconds * sampleRate) },
      (_, i) => amplitude(db) * Math.sin((2 * Math.PI * hz * i) / sampleRate),
    ),
  );
  const all = new Float32Array(pieces.reduce((frames, piece) => frames + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

const tone = (part: Tone) => tones([part]);
const silence = (seconds: number) => new Float32Array(seconds * RATE);

/** Decaying tones at the given times. */
function hits(seconds: number, sampleRate: number, onsets: Iterable<readonly [atSec: number, hz: number]>): Float32Array {
  const samples = new Float32Array(seconds * sampleRate);
  for (const [atSec, hz] of onsets) {
    const start = Math.round(atSec * sampleRate);
    for (let i = 0; i < 0.04 * sampleRate && start + i < samples.length; i++) {
      const sec = i / sampleRate;
      samples[start + i] = (samples[start + i] ?? 0) + 0.4 * Math.sin(2 * Math.PI * hz * sec) * Math.exp(-100 * sec);
    }
  }
  return samples;
}

function* every(beatSec: number, seconds: number): Generator<readonly [atSec: number, hz: number]> {
  for (let sec = 0.2; sec < seconds; sec += beatSec) yield [sec, 1500];
}

function noise(seconds: number, seed = 1): Float32Array {
  const random = seededRandom(seed);
  return Float32Array.from({ length: seconds * RATE }, () => random() - 0.5);
}

type Meter<T> = { push(planes: readonly Float32Array[]): void; finish(): T };

/** Pushes planes to a meter in blocks. */
function measure<T>(meter: Meter<T>, planes: readonly Float32Array[], nextBlock = () => 4096): T {
  const frames = planes[0]?.length ?? 0;
  for (let at = 0; at < frames; ) {
    const end = at + nextBlock();
    meter.push(planes.map((plane) => plane.subarray(at, end)));
    at = end;
  }
  return meter.finish();
}

function loudness(planes: readonly Float32Array[], sampleRate = RATE): number {
  return measure(createLoudnessMeter({ sampleRate, channels: planes.length }), planes) ?? Number.NEGATIVE_INFINITY;
}

function analyze(planes: readonly Float32Array[], nextBlock?: () => number): SampleAnalysis {
  const format = { sampleRate: RATE, channels: planes.length, totalFrames: planes[0]?.length ?? 0 };
  return measure(createAnalyzer(format), planes, nextBlock);
}

// measuring minutes of sound takes seconds on a busy machine
describe("loudness", () => {
  // EBU Tech 3341, table 1: stereo in phase, ±0.1 LU
  const around = (db: number, outer: Tone) => [outer, { seconds: 60, db }, outer];
  const cases: readonly (readonly [string, number, readonly Tone[]])[] = [
    ["1", -23, [{ seconds: 20, db: -23 }]],
    ["2", -33, [{ seconds: 20, db: -33 }]],
    ["3", -23, around(-23, { seconds: 10, db: -36 })],
    ["4", -23, [{ seconds: 10, db: -72 }, ...around(-23, { seconds: 10, db: -36 }), { seconds: 10, db: -72 }]],
    [
      "5",
      -23,
      [
        { seconds: 20, db: -26 },
        { seconds: 20.1, db: -20 },
        { seconds: 20, db: -26 },
      ],
    ],
  ];
  it.each(cases)("EBU Tech 3341, case %s, reads %d LUFS", (_, lufs, parts) => {
    const plane = tones(parts);
    expect(Math.abs(loudness([plane, plane]) - lufs)).toBeLessThan(0.1);
  });

  it("EBU Tech 3341, case 6, reads −23 LUFS: in 5.1 the surround channels weigh more, the LFE channel nothing", () => {
    const [side, center, surround] = [-28, -24, -30].map((db) => tone({ seconds: 20, db }));
    if (!side || !center || !surround) throw new Error("three levels");
    const effects = tone({ seconds: 20, db: -6, hz: 60 });
    const lufs = loudness([side, side, center, effects, surround, surround]);
    expect(Math.abs(lufs + 23)).toBeLessThan(0.1);
  });

  it("997 Hz at full scale reads −3.01 LUFS in one channel, and 6.02 more in four", () => {
    const plane = tone({ seconds: 2, db: 0, hz: 997 });
    expect(loudness([plane])).toBeCloseTo(-3.01, 2);
    expect(loudness([plane, plane, plane, plane])).toBeCloseTo(3.01, 2);
  });

  it.each([16_000, 22_050, 44_100, 96_000, 192_000])(
    "weights tones at %d Hz as at the 48 kHz of the standard",
    (sampleRate) => {
      for (const hz of [25, 60, 400, 1682, 3000]) {
        const part = { seconds: 3, db: -20, hz };
        const difference = loudness([tone({ ...part, sampleRate })], sampleRate) - loudness([tone(part)]);
        expect(Math.abs(difference), `${hz} Hz`).toBeLessThan(0.1);
      }
    },
  );

  it("a sound shorter than one block of 400 ms is measured at its full loudness", () => {
    const long = loudness([tone({ seconds: 5, db: -20 })]);
    expect(Math.abs(loudness([tone({ seconds: 0.25, db: -20 })]) - long)).toBeLessThan(0.2);
    expect(loudness([silence(0.25)])).toBe(Number.NEGATIVE_INFINITY);
  });

  it("a track below −70 LUFS counts as silence", () => {
    expect(loudness([tone({ seconds: 2, db: -66 })])).toBeCloseTo(-69, 0);
    expect(loudness([tone({ seconds: 2, db: -68 })])).toBe(Number.NEGATIVE_INFINITY);
  });
});

describe("true peak", () => {
  /** Faded in and out, because a tone that starts abruptly does overshoot. */
  const fadedTone = (rateFraction: number, degrees: number, level: number) =>
    Float32Array.from({ length: RATE }, (_, i) => {
      const fade = Math.min(1, i / 4800, (RATE - 1 - i) / 4800);
      return level * fade * Math.sin(2 * Math.PI * (i * rateFraction + degrees / 360));
    });

  // EBU Tech 3341, table 1: +0.2 / −0.4 dB
  it.each([
    [15, 1 / 4, 0, 0.5, -6],
    [16, 1 / 4, 45, 0.5, -6],
    [17, 1 / 6, 60, 0.5, -6],
    [18, 1 / 8, 67.5, 0.5, -6],
    [19, 1 / 4, 45, 1.41, 3],
  ])(
    "EBU Tech 3341, case %d: a tone at %d of the sample rate, starting at %d°, of amplitude %d reads %d dBTP",
    (_, rateFraction, degrees, level, peakDb) => {
      const plane = fadedTone(rateFraction, degrees, level);
      const measured = measure(createTruePeakMeter(2), [plane, plane]) ?? Number.NaN;
      expect(measured - peakDb).toBeLessThan(0.2);
      expect(measured - peakDb).toBeGreaterThan(-0.4);
    },
  );

  it("a tone reads the same at every sampling phase", () => {
    for (let degrees = 0; degrees < 90; degrees += 7.5) {
      const measured = measure(createTruePeakMeter(1), [fadedTone(1 / 4, degrees, 1)]) ?? Number.NaN;
      // a grid of quarter samples misses the peak by up to 0.17 dB
      expect(Math.abs(measured + 0.09), `${degrees}°`).toBeLessThan(0.1);
    }
  });

  it.each([0, 0.25, 0.5, 0.75])(
    "a single pulse that peaks %d of a sample after one reads 0 dBTP, even at the very end",
    (late) => {
      for (const length of [1000, 505]) {
        const plane = Float32Array.from({ length }, (_, i) => {
          const distance = Math.min(1, Math.abs(i - 500 - late) / 3);
          return -0.5 - 0.5 * Math.cos(Math.PI * distance);
        });
        const measured = measure(createTruePeakMeter(1), [plane]) ?? Number.NaN;
        expect(measured).toBeLessThan(0.2);
        expect(measured).toBeGreaterThan(-0.4);
      }
    },
  );
});

describe("waveform", () => {
  const drawWaveform = (plane: Float32Array, announcedFrames = plane.length) =>
    measure(createWaveformMeter(announcedFrames), [plane]);

  it("has its points where the sound is, at half the height for ten decibels less", () => {
    const drawn = drawWaveform(
      tones([
        { seconds: 3, db: -30 },
        { seconds: 6, db: -20 },
        { seconds: 3, db: -30 },
      ]),
    );
    expect(drawn).toHaveLength(WAVEFORM_POINTS);
    expect([100, 240, 260, 740, 760, 900].map((at) => drawn[at])).toEqual([128, 128, 255, 255, 128, 128]);
  });

  it("covers the frames that were pushed, whatever number was announced", () => {
    const plane = tones([
      { seconds: 2, db: -40 },
      { seconds: 3, db: -20 },
    ]);
    const drawn = drawWaveform(plane);
    for (const share of [0, 0.1, 0.95, 1.05, Number.POSITIVE_INFINITY, Number.NaN]) {
      expect(drawWaveform(plane, share * plane.length), `${share}`).toEqual(drawn);
    }
  });

  it("draws the missing end of a truncated file as silence", () => {
    const drawn = drawWaveform(tone({ seconds: 2, db: -20 }), 4 * RATE);
    expect([10, 490, 510, 990].map((at) => drawn[at])).toEqual([255, 255, 0, 0]);
  });

  it("fills its points from a few samples, and does not amplify hiss", () => {
    expect(Math.min(...drawWaveform(new Float32Array(50).fill(0.5)))).toBe(255);
    expect(Math.max(...drawWaveform(tone({ seconds: 2, db: -90 })))).toBeLessThan(30);
  });
});

describe("analysis", () => {
  it("silence, or no samples at all, has no loudness, no peak and a flat waveform", () => {
    for (const seconds of [0, 3]) {
      const { waveform, ...rest } = analyze([silence(seconds), silence(seconds)]);
      expect(rest).toEqual({ loudnessLufs: null, truePeakDb: null });
      expect(waveform).toEqual(new Uint8Array(WAVEFORM_POINTS));
    }
  });

  it("is the same however the samples are split into blocks", () => {
    const left = noise(9).map((sample, i) => sample * Math.exp(-((i % (RATE / 2)) / 4000)));
    const planes = [left, left.map((sample, i) => 0.5 * sample + 0.1 * Math.sin(i / 50))];
    const atOnce = analyze(planes, () => left.length);
    const random = seededRandom(2);
    expect(analyze(planes, () => 1 + Math.floor(random() ** 4 * 20_000))).toEqual(atOnce);
    expect(analyze(planes, () => 1)).toEqual(atOnce);
  });

  it("NaN and infinite samples affect only their own moment", () => {
    const clean = hits(12, RATE, every(0.5, 12));
    const planes = [clean.with(3 * RATE, Number.NaN), clean.with(5 * RATE, Number.POSITIVE_INFINITY)];
    const { loudnessLufs, truePeakDb, waveform } = analyze(planes);
    const expected = analyze([clean, clean]);
    expect(loudnessLufs).toBeCloseTo(expected.loudnessLufs ?? 0, 0);
    expect(truePeakDb).toBeCloseTo(expected.truePeakDb ?? 0, 1);
    expect(waveform.filter((point, i) => point !== expected.waveform[i]).length).toBeLessThan(10);
  });
});
