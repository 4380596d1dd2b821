// What an AudioWorkletGlobalScope offers (Web Audio API 1.1 §1.32); TypeScript's libraries know it with the DOM only.
declare abstract class AudioWorkletProcessor {
  readonly port: {
    onmessage: ((event: { readonly data: unknown }) => void) | null;
    postMessage(message: unknown): void;
  };
  abstract process(inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Frames since the context was made, at the start of the current block. */
declare const currentFrame: number;
declare const sampleRate: number;
