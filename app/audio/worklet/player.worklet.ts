import { ChannelMatrix } from "./channel-matrix.ts";
import { GainRamp } from "./gain-ramp.ts";
import { KeepAlive } from "./keep-alive.ts";
import { PLAYER_PROCESSOR, type PlayerCommand, type PlayerMessage, type VoiceCommand, type VoiceId } from "./messages.ts";
import { SpeakerBand } from "./speaker-band.ts";
import { TestSounds } from "./test-sounds.ts";
import { Voice } from "./voice.ts";
import { warmUp } from "./warm-up.ts";

const BLOCK_FRAMES = 128;
/** Blocks between two reports: about an eighth of a second. */
const REPORT_EVERY_BLOCKS = 48;
/** How long the voices take to fall silent for test sounds, and to return. */
const SILENCE_FADE_SECONDS = 0.1;

/**
 * Mixes the voices in the audio thread and reports their positions. Volume, mix and band are those of the music; test sounds and
 * the keep-alive tone are added to it unchanged.
 */
class Player extends AudioWorkletProcessor {
  readonly #voices = new Map<VoiceId, Voice>();
  readonly #volume = new GainRamp();
  readonly #silence = new GainRamp();
  readonly #matrix = new ChannelMatrix(sampleRate);
  readonly #band = new SpeakerBand(sampleRate);
  readonly #testSounds = new TestSounds(sampleRate);
  readonly #keepAlive = new KeepAlive(sampleRate);
  #silentUntilFrame = 0;
  #blocks = 0;
  #reportedAtMs = Date.now();
  /** Have been copied, and go back with the next report. */
  #planes: Float32Array[] = [];

  constructor() {
    super();
    warmUp(sampleRate);
    // only the product's main thread holds the other end of the port, so the cast is safe
    this.port.onmessage = ({ data }) => this.#receive(data as PlayerCommand);
  }

  #receive(command: PlayerCommand): void {
    if ("voice" in command) this.#receiveForVoice(command);
    else this.#receiveForAll(command);
  }

  #receiveForVoice(command: VoiceCommand): void {
    const voice = this.#voices.get(command.voice);
    switch (command.type) {
      case "open": {
        const { sampleRate: trackRate, channels } = command;
        this.#voices.set(command.voice, new Voice({ sampleRate: trackRate, channels, contextRate: sampleRate }));
        return;
      }
      case "samples":
        voice?.write(command.startFrame, command.planes);
        this.#planes.push(...command.planes);
        return;
      case "complete":
        voice?.complete();
        return;
      case "place":
        voice?.place(command.placement, currentFrame);
        return;
      case "close":
        voice?.close();
        this.#voices.delete(command.voice);
        if (this.#voices.size === 0) this.#band.clear();
        return;
    }
  }

  #receiveForAll(command: Exclude<PlayerCommand, VoiceCommand>): void {
    switch (command.type) {
      case "realign":
        for (const voice of this.#voices.values()) voice.realign();
        return;
      case "volume":
        this.#volume.moveTo(command.gain, (command.fadeMs / 1000) * sampleRate);
        return;
      case "silence":
        this.#silentUntilFrame = command.untilFrame;
        return;
      case "channels":
        this.#matrix.set(command.mix);
        return;
      case "band":
        this.#band.set(command.band, this.#voices.size === 0);
        return;
      case "keep-alive":
        this.#keepAlive.set(command.isOn);
        return;
      case "test-samples":
        this.#testSounds.setSamples(command.sound, command.samples);
        return;
      case "test-sound":
        this.#testSounds.plan(command, currentFrame);
        return;
      case "end-test-sounds":
        this.#testSounds.end(command.check, currentFrame);
        return;
    }
  }

  override process(_inputs: readonly Float32Array[][], [output = []]: readonly Float32Array[][]): boolean {
    for (const voice of this.#voices.values()) voice.render(output, currentFrame);
    this.#matrix.apply(output);
    this.#band.apply(output);
    // after the crossover, which delays the music
    this.#applySilence(output);
    this.#volume.apply(output);
    this.#testSounds.render(output, currentFrame);
    this.#keepAlive.apply(output);
    this.#blocks += 1;
    if (this.#blocks % REPORT_EVERY_BLOCKS === 0) this.#report();
    return true;
  }

  #applySilence(music: readonly Float32Array[]): void {
    const target = currentFrame < this.#silentUntilFrame ? 0 : 1;
    if (target !== this.#silence.target) this.#silence.moveTo(target, SILENCE_FADE_SECONDS * sampleRate);
    this.#silence.apply(music);
  }

  #report(): void {
    const voices = Array.from(this.#voices, ([id, voice]) => voice.report(id));
    const planes = this.#planes;
    this.#planes = [];
    const transfer = planes.map((plane) => plane.buffer as ArrayBuffer);
    this.port.postMessage({ voices, planes, stallMs: this.#measureStall() } satisfies PlayerMessage, transfer);
  }

  #measureStall(): number {
    const lastMs = this.#reportedAtMs;
    this.#reportedAtMs = Date.now();
    const playedMs = ((REPORT_EVERY_BLOCKS * BLOCK_FRAMES) / sampleRate) * 1000;
    return Math.max(0, this.#reportedAtMs - lastMs - playedMs);
  }
}

registerProcessor(PLAYER_PROCESSOR, Player);
