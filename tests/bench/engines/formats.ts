import { isChromium } from "#tests/engines/chromium.ts";
import type { EngineName } from "#tests/engines/engine-browser.ts";
import { ENGINE_TITLES } from "#tests/engines/engine-browser.ts";
import { openEngineSession } from "#tests/engines/engine-session.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { soundBetween } from "#tests/sound-card/device-sound.ts";
import { describeUnsteadiness, measureSteadiness } from "#tests/sound-card/steadiness.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { BENCH_FORMATS, clickFile } from "../track-files.ts";
import { type BenchServer, createBenchRoom } from "./bench-room.ts";
import type { ReportRow } from "./report.ts";

/** The values of `ONLY` for these scenarios. */
export const FORMATS_SCENARIO = "formats";
export const SLOW_FORMATS_SCENARIO = "slow-formats";

const TRACK_SEC = 60;
/** Each format plays this long, until the next track. */
const PLAY_SEC = { usual: 8, slow: 30 } as const;
/** Of about 14 in the shorter time. */
const CLICKS_MIN = 8;
/** The sound of a track begins within this time, and is steady afterwards. */
const SETTLE_MS = 2000;
const SLOWDOWN = 4;

/** Plays a track of each format, and lists those whose clicks do not leave the sound card. */
export async function playFormats(engine: EngineName, server: BenchServer): Promise<ReportRow> {
  const { played, cpu } = await record(engine, server, { playSec: PLAY_SEC.usual });
  const silent = played.filter(({ sound, seed }) => identifyClicks(sound.clicksMs, TRACK_SEC, seed).size < CLICKS_MIN);
  return {
    scenario: `all formats in ${ENGINE_TITLES[engine]}`,
    goal: `${BENCH_FORMATS.join(", ")} play`,
    worst: silent.length === 0 ? "all play" : `silent: ${silent.map(({ format }) => format).join(", ")}`,
    isMet: silent.length === 0,
    machine: formatCpuShares(cpu),
  };
}

/** Plays each format in Chromium with a slow processor, and lists those with jumps or holes. */
export async function playFormatsSlowly(server: BenchServer): Promise<ReportRow> {
  const { played, cpu } = await record("chromium", server, { playSec: PLAY_SEC.slow, slowdown: SLOWDOWN });
  const faults = played.flatMap(({ format, seed, startMs, sound }) => {
    const steady = soundBetween(sound, startMs + SETTLE_MS, Number.POSITIVE_INFINITY);
    const clicks = identifyClicks(steady.clicksMs, TRACK_SEC, seed);
    const text = describeUnsteadiness(measureSteadiness(clickTimesMs(TRACK_SEC, seed), clicks, steady));
    return text || clicks.size === 0 ? [`${format}: ${text || "silent"}`] : [];
  });
  return {
    scenario: `each format for ${PLAY_SEC.slow} s in Chromium, CPU slowed ${SLOWDOWN} times`,
    goal: "no jumps and holes",
    worst: faults.length === 0 ? "none" : faults.join("; "),
    isMet: faults.length === 0,
    machine: formatCpuShares(cpu),
  };
}

type Options = { readonly playSec: number; readonly slowdown?: number };

/** One track of each format in turn, each with the sound that was recorded while it played. */
async function record(engine: EngineName, server: BenchServer, { playSec, slowdown }: Options) {
  const files = BENCH_FORMATS.map((format, i) => clickFile(format, TRACK_SEC, i + 1));
  const room = await createBenchRoom(server, files);
  const session = await openEngineSession([engine]);
  const before = readCpuTime();
  try {
    await room.open(session.browsers);
    for (const browser of session.browsers.filter(isChromium)) await browser.slowDown(slowdown ?? 1);
    const startsMs: number[] = [];
    const [whole = { clicksMs: [], silences: [] }] = await session.recordDuring(async () => {
      await room.listen(0);
      for (const i of files.keys()) {
        await (i === 0 ? room.play() : room.next());
        startsMs.push(Date.now());
        await room.wait(playSec);
      }
    });
    const played = BENCH_FORMATS.map((format, i) => {
      const startMs = startsMs[i] ?? 0;
      return { format, seed: i + 1, startMs, sound: soundBetween(whole, startMs, startMs + playSec * 1000) };
    });
    return { played, cpu: cpuSharesBetween(before, readCpuTime()) };
  } finally {
    await session.close();
    room.link.close();
  }
}
