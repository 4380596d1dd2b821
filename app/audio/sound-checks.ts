import type { PlayerCommand } from "#app/audio/worklet/messages.ts";
import type { SoundCheck, TestSound } from "#app/domain/devices/sound-check.ts";
import { createTestSound } from "./test-sounds.ts";

export type SoundCheckDeps = {
  readonly context: Pick<BaseAudioContext, "currentTime" | "sampleRate">;
  readonly post: (command: PlayerCommand) => void;
  /** The context time, s, that sounds at a server time; null before the clocks have their first estimates. */
  readonly toContextSec: (serverMs: number) => number | null;
};

/** A sound is sent to the player this long ahead, s. Until it starts, it follows the clocks. */
const AHEAD_SEC = 0.35;

/** A check with the index of its next sound. */
type RunningCheck = { readonly check: SoundCheck; readonly next: number };

/** Plays the test sounds of all current checks at their server times, and silences the music for them. */
export class SoundChecks {
  readonly #deps: SoundCheckDeps;
  readonly #running = new Map<string, RunningCheck>();
  readonly #sent = new Set<TestSound>();
  #silentUntilFrame = 0;
  #isSuspended = false;

  constructor(deps: SoundCheckDeps) {
    this.#deps = deps;
  }

  get isActive(): boolean {
    return this.#running.size > 0;
  }

  /** Adds a check, which the next update starts. Sounds whose time has passed are left out. */
  start(check: SoundCheck): void {
    this.end(check.id);
    this.#running.set(check.id, { check, next: 0 });
  }

  /** Ends a check before its time. The music returns unless another check needs silence. */
  end(id: string): void {
    if (!this.#running.delete(id)) return;
    this.#deps.post({ type: "end-test-sounds", check: id });
    this.#updateSilence();
  }

  /** Follows the clocks. Called several times a second while the output runs. */
  update(): void {
    this.#isSuspended = false;
    for (const running of this.#running.values()) this.#advance(running);
    for (const { check, next } of this.#running.values()) {
      if (next >= check.count && this.#hasPassed(check.silentUntilMs)) this.#running.delete(check.id);
    }
    this.#updateSilence();
  }

  /** Takes back the sounds that are planned: the output stops, and will start at another time. */
  suspend(): void {
    if (this.#isSuspended) return;
    this.#isSuspended = true;
    for (const id of this.#running.keys()) this.#deps.post({ type: "end-test-sounds", check: id });
  }

  #advance({ check, next }: RunningCheck): void {
    const { context, post } = this.#deps;
    let index = next;
    while (index < check.count && this.#hasPassed(check.startMs + index * check.periodMs)) index += 1;
    this.#running.set(check.id, { check, next: index });
    const latestFrame = (context.currentTime + AHEAD_SEC) * context.sampleRate;
    for (; index < check.count; index++) {
      const startFrame = this.#toFrame(check.startMs + index * check.periodMs);
      if (startFrame === null || startFrame > latestFrame) return;
      this.#sendSamples(check.sound);
      post({ type: "test-sound", check: check.id, index, sound: check.sound, startFrame });
    }
  }

  #sendSamples(sound: TestSound): void {
    if (this.#sent.has(sound)) return;
    this.#sent.add(sound);
    this.#deps.post({ type: "test-samples", sound, samples: createTestSound(sound, this.#deps.context.sampleRate) });
  }

  /** While the clocks are measured again, the silence stays as it was planned. */
  #updateSilence(): void {
    const endsMs = Array.from(this.#running.values(), ({ check }) => check.silentUntilMs).filter((ms) => ms !== null);
    const untilFrame = endsMs.length === 0 ? 0 : this.#toFrame(Math.max(...endsMs));
    if (untilFrame === null || untilFrame === this.#silentUntilFrame) return;
    this.#silentUntilFrame = untilFrame;
    this.#deps.post({ type: "silence", untilFrame });
  }

  /** False for a time that cannot be converted yet, and true for no time. */
  #hasPassed(serverMs: number | null): boolean {
    if (serverMs === null) return true;
    const frame = this.#toFrame(serverMs);
    return frame !== null && frame < this.#deps.context.currentTime * this.#deps.context.sampleRate;
  }

  #toFrame(serverMs: number): number | null {
    const sec = this.#deps.toContextSec(serverMs);
    return sec === null ? null : Math.round(sec * this.#deps.context.sampleRate);
  }
}
