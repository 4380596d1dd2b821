import { RECORDER_PROCESSOR, type RecordedChunk } from "./recorder-messages.ts";

/** Samples in a chunk: about 40 ms. */
const CHUNK_FRAMES = 2048;

/** Sends the first channel of its input to the main thread, in chunks with their time. It plays silence, and ends at any message. */
class Recorder extends AudioWorkletProcessor {
  #chunk = new Float32Array(CHUNK_FRAMES);
  #filled = 0;
  #startFrame = 0;
  #isOpen = true;

  constructor() {
    super();
    // the only message that the main thread sends: browsers keep a node that could still produce sound
    this.port.onmessage = () => {
      this.#isOpen = false;
    };
  }

  override process([input]: readonly Float32Array[][]): boolean {
    const samples = input?.[0];
    // without a microphone there is no channel: nothing is recorded until it is back
    if (!samples) return this.#isOpen;
    const isNext = currentFrame === this.#startFrame + this.#filled;
    if (this.#filled > 0 && (!isNext || this.#filled + samples.length > CHUNK_FRAMES)) this.#send();
    if (this.#filled === 0) this.#startFrame = currentFrame;
    this.#chunk.set(samples, this.#filled);
    this.#filled += samples.length;
    return this.#isOpen;
  }

  #send(): void {
    const samples = this.#chunk.subarray(0, this.#filled);
    this.port.postMessage({ startFrame: this.#startFrame, samples } satisfies RecordedChunk, [this.#chunk.buffer]);
    this.#chunk = new Float32Array(CHUNK_FRAMES);
    this.#filled = 0;
  }
}

registerProcessor(RECORDER_PROCESSOR, Recorder);
