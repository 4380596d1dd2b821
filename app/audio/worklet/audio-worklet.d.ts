// AudioWorkletGlobalScope (Web Audio API 1.1 §1.32), which TypeScript declares only together with the DOM.
declare abstract class AudioWorkletProcessor {
  readonly port: {
    onmessage: ((event: { readonly data: unknown }) => void) | null;
    postMessage(message: unknown, transfer?: readonly ArrayBuffer[]): void;
  };
  abstract process(inputs: readonly Float32Array[][], outputs: readonly Float32Array[][]): boolean;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;
/** Number of the current block's first frame, counted from the start of the context. */
declare const currentFrame: number;
declare const sampleRate: number;
