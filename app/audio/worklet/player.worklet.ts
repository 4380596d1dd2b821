import { PLAYER_PROCESSOR, type PlayerCommand, type PlayerMessage, type VoiceId } from "./messages.ts";
import { Voice } from "./voice.ts";
import { warmUp } from "./warm-up.ts";

/** Blocks between two reports: about an eighth of a second. */
const REPORT_EVERY_BLOCKS = 48;
/** Share of the remaining distance that the volume moves in one block; a sudden change would crackle. */
const VOLUME_STEP = 0.1;
/**
 * Added to silence with alternating signs, far below what any loudspeaker plays (-200 dB). Chromium closes an output that is
 * exactly zero for 30 s, and the sound would start again with another latency.
 */
const KEEP_OPEN_LEVEL = 1e-10;

/** Mixes the voices in the audio thread and reports their positions. */
class Player extends AudioWorkletProcessor {
  readonly #voices = new Map<VoiceId, Voice>();
  #volume = 1;
  #targetVolume = 1;
  #blocks = 0;
  /** Have been copied, and go back with the next report. */
  #planes: Float32Array[] = [];

  constructor() {
    super();
    warmUp(sampleRate);
    // only the product's main thread holds the other end of the port, so the cast is safe
    this.port.onmessage = ({ data }) => this.#receive(data as PlayerCommand);
  }

  #receive(command: PlayerCommand): void {
    switch (command.type) {
      case "open": {
        const { sampleRate: trackRate, channels } = command;
        this.#voices.set(command.voice, new Voice({ sampleRate: trackRate, channels, contextRate: sampleRate }));
        return;
      }
      case "samples":
        this.#voices.get(command.voice)?.write(command.startFrame, command.planes);
        this.#planes.push(...command.planes);
        return;
      case "complete":
        this.#voices.get(command.voice)?.complete();
        return;
      case "place":
        this.#voices.get(command.voice)?.place(command.placement, currentFrame);
        return;
      case "close":
        this.#voices.delete(command.voice);
        return;
      case "volume":
        this.#targetVolume = command.gain;
        return;
    }
  }

  override process(_inputs: readonly Float32Array[][], [outputs = []]: readonly Float32Array[][]): boolean {
    for (const voice of this.#voices.values()) voice.render(outputs, currentFrame);
    this.#applyVolume(outputs);
    keepOpen(outputs);
    this.#blocks += 1;
    if (this.#blocks % REPORT_EVERY_BLOCKS === 0) this.#report();
    return true;
  }

  #applyVolume(outputs: readonly Float32Array[]): void {
    const from = this.#volume;
    const to = from + (this.#targetVolume - from) * VOLUME_STEP;
    this.#volume = Math.abs(to - this.#targetVolume) < 1e-4 ? this.#targetVolume : to;
    if (from === 1 && this.#volume === 1) return;
    for (const output of outputs) {
      const step = (this.#volume - from) / output.length;
      for (let i = 0; i < output.length; i++) output[i] = (output[i] ?? 0) * (from + step * i);
    }
  }

  #report(): void {
    const voices = Array.from(this.#voices, ([id, voice]) => voice.report(id));
    const planes = this.#planes;
    this.#planes = [];
    const transfer = planes.map((plane) => plane.buffer as ArrayBuffer);
    this.port.postMessage({ voices, planes } satisfies PlayerMessage, transfer);
  }
}

function keepOpen(outputs: readonly Float32Array[]): void {
  for (const output of outputs) {
    for (let i = 0; i < output.length; i++) output[i] = (output[i] ?? 0) + (i % 2 === 0 ? KEEP_OPEN_LEVEL : -KEEP_OPEN_LEVEL);
  }
}

registerProcessor(PLAYER_PROCESSOR, Player);
