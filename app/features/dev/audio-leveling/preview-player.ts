import { createStore, type ReadableStore } from "#app/lib/store.ts";

/** A file as it is, or with its leveling gain. */
export type PreviewVersion = "before" | "after";

export type PreviewState = { readonly playing: PreviewVersion | null; readonly hasFailed: boolean };

/** Plays both versions of one file. They share one position, so that switching between them has no gap. */
export type PreviewPlayer = {
  readonly state: ReadableStore<PreviewState>;
  /** Starts at the beginning, or switches the version while one plays. */
  play(version: PreviewVersion): void;
  stop(): void;
  /** Stops and releases the file. */
  close(): void;
};

/** Time constant of a switch. A step in the gain would click. */
const SWITCH_SEC = 0.01;

export function createPreviewPlayer(file: Blob, gainDb: number): PreviewPlayer {
  const state = createStore<PreviewState>({ playing: null, hasFailed: false });
  const url = URL.createObjectURL(file);
  const element = new Audio();
  /** Created by the first press, because browsers allow sound only after one. */
  let output: { readonly context: AudioContext; readonly gain: GainNode } | null = null;
  const setIdle = (hasFailed: boolean) => state.set({ playing: null, hasFailed });
  element.onended = () => setIdle(false);

  function stop(): void {
    element.pause();
    element.currentTime = 0;
    setIdle(false);
  }

  return {
    state,
    play(version) {
      output ??= connect(element, url);
      const level = version === "after" ? 10 ** (gainDb / 20) : 1;
      const isSwitch = state.get().playing !== null;
      if (isSwitch) output.gain.gain.setTargetAtTime(level, output.context.currentTime, SWITCH_SEC);
      else output.gain.gain.setValueAtTime(level, output.context.currentTime);
      state.set({ playing: version, hasFailed: false });
      if (isSwitch) return;
      void output.context.resume();
      // rejects if the browser cannot play the file, and if `stop` is called before it has started
      element.play().catch(() => state.get().playing !== null && setIdle(true));
    },
    stop,
    close() {
      stop();
      void output?.context.close();
      URL.revokeObjectURL(url);
    },
  };
}

function connect(element: HTMLAudioElement, url: string) {
  element.src = url;
  const context = new AudioContext();
  const gain = context.createGain();
  context.createMediaElementSource(element).connect(gain).connect(context.destination);
  return { context, gain };
}
