import type { ToPlayer, VoiceId } from "#app/audio/worklet/messages.ts";
import { joinBlocks } from "./pcm.ts";
import { faultOf, type TrackFault, type TrackSource } from "./track-source.ts";

/** Keeps one voice of the player filled from its track, a few seconds ahead. */
export type VoiceFeed = {
  /** Frames a second of the voice; null before the first block. */
  sampleRate(): number | null;
  /** Up to which position samples have been sent, ms. */
  filledToMs(): number;
  fault(): TrackFault | null;
  /** The voice is at this position: more may be sent. */
  pump(positionMs: number): void;
  close(): void;
};

const AHEAD_MS = 8000;
/** A tenth of a second a message. */
const MESSAGE_FRAMES = 4410;

export function startFeed({
  voice,
  track,
  fromMs,
  post,
}: {
  readonly voice: VoiceId;
  readonly track: Promise<TrackSource>;
  readonly fromMs: number;
  readonly post: (message: ToPlayer) => void;
}): VoiceFeed {
  const abort = new AbortController();
  let rate: number | null = null;
  let filledToMs = fromMs;
  let positionMs = fromMs;
  let fault: TrackFault | null = null;
  let wake: () => void = () => undefined;

  async function run(): Promise<void> {
    const source = await track;
    for await (const { sampleRate, startFrame, planes } of joinBlocks(source.blocks(fromMs, abort.signal), MESSAGE_FRAMES)) {
      if (abort.signal.aborted) return;
      if (rate === null) {
        rate = sampleRate;
        post({ type: "open", voice, sampleRate, channels: planes.length });
      }
      filledToMs = ((startFrame + (planes[0]?.length ?? 0)) / sampleRate) * 1000;
      post({ type: "samples", voice, startFrame, planes });
      while (filledToMs - positionMs > AHEAD_MS && !abort.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
    if (!abort.signal.aborted) post({ type: "complete", voice });
  }

  run().catch((error: unknown) => {
    if (!abort.signal.aborted) fault = faultOf(error);
  });

  return {
    sampleRate: () => rate,
    filledToMs: () => filledToMs,
    fault: () => fault,
    pump(at) {
      positionMs = at;
      wake();
    },
    close() {
      abort.abort();
      wake();
      post({ type: "close", voice });
    },
  };
}
