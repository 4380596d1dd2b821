import type { PlayerCommand, VoiceId } from "#app/audio/worklet/messages.ts";
import { joinBlocks, type PcmBlock } from "./pcm.ts";
import { type TrackFault, toTrackFault } from "./track-fault.ts";
import type { TrackSource } from "./track-source.ts";

/** Samples are sent up to this far ahead of the voice's position. */
const AHEAD_MS = 8000;
/** A tenth of a second per message. */
const MESSAGE_FRAMES = 4410;

type VoiceFeedOptions = {
  readonly voice: VoiceId;
  readonly track: Promise<TrackSource>;
  readonly fromMs: number;
  readonly post: (command: PlayerCommand) => void;
};

/** Sends the samples of a track to one voice of the player, a few seconds ahead of its position. Starts at once. */
export class VoiceFeed {
  readonly #voice: VoiceId;
  readonly #post: (command: PlayerCommand) => void;
  readonly #abort = new AbortController();
  #sampleRate: number | null = null;
  #bufferedToMs: number;
  #positionMs: number;
  #fault: TrackFault | null = null;
  #wake: () => void = () => undefined;

  constructor({ voice, track, fromMs, post }: VoiceFeedOptions) {
    this.#voice = voice;
    this.#post = post;
    this.#bufferedToMs = fromMs;
    this.#positionMs = fromMs;
    this.#run(track, fromMs).catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#fault = toTrackFault(error);
    });
  }

  /** Sample rate of the voice, Hz; null before the first block. */
  get sampleRate(): number | null {
    return this.#sampleRate;
  }

  /** The position, ms, up to which samples have been sent. */
  get bufferedToMs(): number {
    return this.#bufferedToMs;
  }

  get fault(): TrackFault | null {
    return this.#fault;
  }

  /** Reports the voice's position, ms, so that the feed can send more. */
  advanceTo(positionMs: number): void {
    this.#positionMs = positionMs;
    this.#wake();
  }

  close(): void {
    this.#abort.abort();
    this.#wake();
    this.#post({ type: "close", voice: this.#voice });
  }

  async #run(track: Promise<TrackSource>, fromMs: number): Promise<void> {
    const { signal } = this.#abort;
    const source = await track;
    for await (const block of joinBlocks(source.blocks(fromMs, signal), MESSAGE_FRAMES)) {
      if (signal.aborted) return;
      this.#send(block);
      while (this.#bufferedToMs - this.#positionMs > AHEAD_MS && !signal.aborted) {
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    }
    if (!signal.aborted) this.#post({ type: "complete", voice: this.#voice });
  }

  #send({ sampleRate, startFrame, planes }: PcmBlock): void {
    if (this.#sampleRate === null) {
      this.#sampleRate = sampleRate;
      this.#post({ type: "open", voice: this.#voice, sampleRate, channels: planes.length });
    }
    // read before the message transfers the planes
    this.#bufferedToMs = ((startFrame + (planes[0]?.length ?? 0)) / sampleRate) * 1000;
    this.#post({ type: "samples", voice: this.#voice, startFrame, planes });
  }
}
