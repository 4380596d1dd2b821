import type { EngineName } from "#tests/engines/engine-browser.ts";
import { ENGINE_TITLES } from "#tests/engines/engine-browser.ts";
import { openEngineSession } from "#tests/engines/engine-session.ts";
import { cpuSharesBetween, formatCpuShares, readCpuTime } from "#tests/sound-card/cpu-time.ts";
import { soundBetween } from "#tests/sound-card/device-sound.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { BENCH_FORMATS, clickFile } from "../track-files.ts";
import { type BenchServer, createBenchRoom } from "./bench-room.ts";
import type { ReportRow } from "./report.ts";

/** The value of `ONLY` for this scenario. */
export const FORMATS_SCENARIO = "formats";

const TRACK_SEC = 30;
/** Each format plays this long, until the next track. */
const PLAY_SEC = 8;
/** Of about 14. */
const CLICKS_MIN = 8;

/** Plays a track of each format, and counts those whose clicks leave the sound card. */
export async function playFormats(engine: EngineName, server: BenchServer): Promise<ReportRow> {
  const files = BENCH_FORMATS.map((format, i) => clickFile(format, TRACK_SEC, i + 1));
  const room = await createBenchRoom(server, files);
  const session = await openEngineSession([engine]);
  const before = readCpuTime();
  try {
    await room.open(session.browsers);
    const startsMs: number[] = [];
    const [sound] = await session.recordDuring(async () => {
      await room.listen(0);
      for (const i of files.keys()) {
        await (i === 0 ? room.play() : room.next());
        startsMs.push(Date.now());
        await room.wait(PLAY_SEC);
      }
    });
    const silent = BENCH_FORMATS.filter((_, i) => {
      const fromMs = startsMs[i] ?? 0;
      const { clicksMs } = soundBetween(sound ?? { clicksMs: [], silencesMs: [] }, fromMs, fromMs + PLAY_SEC * 1000);
      return identifyClicks(clicksMs, TRACK_SEC, i + 1).size < CLICKS_MIN;
    });
    return {
      scenario: `all formats in ${ENGINE_TITLES[engine]}`,
      goal: `${BENCH_FORMATS.join(", ")} play`,
      worst: silent.length === 0 ? "all play" : `silent: ${silent.join(", ")}`,
      isMet: silent.length === 0,
      machine: formatCpuShares(cpuSharesBetween(before, readCpuTime())),
    };
  } finally {
    await session.close();
    room.link.close();
  }
}
