import { setTimeout as sleep } from "node:timers/promises";
import { type Inspector, openInspector } from "#tests/support/inspector.ts";
import type { Sample } from "./samples.ts";
import type { ThreadClock } from "./thread-clock.ts";
import { type ServerPart, type Span, startTurnProfile, type Turn } from "./turn-profile.ts";

export type MeasuredTurn = Turn & { readonly cpuMs: number };

/** Profiles are taken from the server so often, which keeps them small. */
const RECORDING_MS = 10_000;
/** Of each part of the server. */
const SHOWN = 3;
const PARTS: readonly ServerPart[] = ["Worker", "room object", "live object", "lobby object"];
/** The clock of the thread is exact to a few ms. */
const CLOCK_MS = 4;

/** Records the longest turns of the server until it is stopped. */
export class TurnRecorder {
  readonly #inspector: Inspector;
  readonly #clock: ThreadClock;
  readonly #turns: MeasuredTurn[] = [];
  /** The times in which the server began or wrote down a recording, which delays everyone. */
  readonly #pauses: Span[] = [];
  #isStopped = false;
  #running: Promise<void> = Promise.resolve();

  private constructor(inspector: Inspector, clock: ThreadClock) {
    this.#inspector = inspector;
    this.#clock = clock;
  }

  static async start(inspectorPort: number, clock: ThreadClock): Promise<TurnRecorder> {
    const recorder = new TurnRecorder(await openInspector(inspectorPort), clock);
    // the server may end meanwhile, which is found elsewhere
    recorder.#running = recorder.#record().catch(() => undefined);
    return recorder;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#running;
    this.#inspector.close();
  }

  /** Whether an answer was delayed by a recording. */
  isRecording({ startMs, endMs }: Sample): boolean {
    return this.#pauses.some(([from, to]) => startMs < to && from < endMs);
  }

  longest(): readonly MeasuredTurn[] {
    const sorted = [...this.#turns].sort((a, b) => b.cpuMs - a.cpuMs);
    return PARTS.flatMap((name) => sorted.filter(({ part }) => part === name).slice(0, SHOWN));
  }

  describeTurnsIn({ startMs, endMs }: Sample): readonly string[] {
    const turns = this.#turns.filter((turn) => turn.startMs < endMs && startMs < turn.endMs);
    const longest = turns.sort((a, b) => b.cpuMs - a.cpuMs).slice(0, SHOWN);
    return longest.map(({ part, cpuMs, functions }) => `${part} ${cpuMs.toFixed(0)} ms: ${functions.join(", ")}`);
  }

  async #record(): Promise<void> {
    while (!this.#isStopped) {
      const profile = await startTurnProfile(this.#inspector);
      const endMs = Date.now() + RECORDING_MS;
      while (Date.now() < endMs && !this.#isStopped) await sleep(100);
      const { turns, pauses } = await profile.stop();
      this.#pauses.push(...pauses);
      for (const turn of turns) this.#turns.push({ ...turn, cpuMs: this.#measure(turn) });
    }
  }

  #measure({ startMs, endMs }: Turn): number {
    return Math.min(endMs - startMs, this.#clock.cpuMsBetween(startMs - CLOCK_MS / 2, endMs + CLOCK_MS / 2));
  }
}
