import type { PlayerReport, VoiceId, VoiceReport } from "#app/audio/worklet/messages.ts";
import type { DeviceLog } from "./device-log.ts";

/** Logs gaps and jumps of voices that have played. A voice that starts late, because its samples are late, has no gap. */
export class TroubleWatch {
  readonly #log: DeviceLog;
  #played: ReadonlyMap<VoiceId, VoiceReport> = new Map();

  constructor(log: DeviceLog) {
    this.#log = log;
  }

  receive({ voices }: PlayerReport): void {
    const count = { underruns: 0, jumps: 0 };
    for (const { voice, underruns, jumps } of voices) {
      const before = this.#played.get(voice);
      if (!before) continue;
      count.underruns += underruns - before.underruns;
      count.jumps += jumps - before.jumps;
    }
    if (count.underruns > 0) this.#log.addCount("underrun", count.underruns);
    if (count.jumps > 0) this.#log.addCount("jump", count.jumps);
    const hasPlayed = ({ voice, positionFrame }: VoiceReport) => positionFrame !== null || this.#played.has(voice);
    this.#played = new Map(voices.filter(hasPlayed).map((report) => [report.voice, report]));
  }
}
