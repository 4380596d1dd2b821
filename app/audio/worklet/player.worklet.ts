import { type FromPlayer, PLAYER_NAME, type ToPlayer, type VoiceId } from "./messages.ts";
import { createVoice, type Voice } from "./voice.ts";

/** Blocks between reports: about an eighth of a second. */
const REPORT_EVERY_BLOCKS = 48;
/** How fast the volume follows, so that it does not crackle: the share of the way it goes in a block. */
const VOLUME_STEP = 0.1;

/** The product's player in the audio thread: mixes voices, and says where they are. */
class Player extends AudioWorkletProcessor {
  readonly #voices = new Map<VoiceId, Voice>();
  #volume = 1;
  #wantedVolume = 1;
  #blocks = 0;

  constructor() {
    super();
    // only our own main thread has the other end of this port
    this.port.onmessage = ({ data }) => this.#take(data as ToPlayer);
  }

  #take(message: ToPlayer): void {
    switch (message.type) {
      case "open": {
        const { sampleRate: trackRate, channels } = message;
        this.#voices.set(message.voice, createVoice({ sampleRate: trackRate, channels, contextRate: sampleRate }));
        return;
      }
      case "samples":
        this.#voices.get(message.voice)?.write(message.startFrame, message.planes);
        return;
      case "complete":
        this.#voices.get(message.voice)?.complete();
        return;
      case "place":
        this.#voices.get(message.voice)?.place(message.placement, currentFrame);
        return;
      case "close":
        this.#voices.delete(message.voice);
        return;
      case "volume":
        this.#wantedVolume = message.gain;
        return;
    }
  }

  override process(_inputs: readonly Float32Array[][], [outputs = []]: readonly Float32Array[][]): boolean {
    for (const voice of this.#voices.values()) voice.render(outputs, currentFrame);
    this.#applyVolume(outputs);
    this.#blocks += 1;
    if (this.#blocks % REPORT_EVERY_BLOCKS === 0) this.#report();
    return true;
  }

  #applyVolume(outputs: readonly Float32Array[]): void {
    const from = this.#volume;
    const to = from + (this.#wantedVolume - from) * VOLUME_STEP;
    this.#volume = Math.abs(to - this.#wantedVolume) < 1e-4 ? this.#wantedVolume : to;
    if (from === 1 && this.#volume === 1) return;
    for (const output of outputs) {
      const step = (this.#volume - from) / output.length;
      for (let i = 0; i < output.length; i++) output[i] = (output[i] ?? 0) * (from + step * i);
    }
  }

  #report(): void {
    const voices = Array.from(this.#voices, ([id, voice]) => voice.report(id));
    this.port.postMessage({ type: "report", contextFrame: currentFrame, voices } satisfies FromPlayer);
  }
}

registerProcessor(PLAYER_NAME, Player);
