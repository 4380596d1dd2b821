import { type DriftState, NO_DRIFT, stepDrift } from "#app/domain/sync/drift.ts";
import { CrossFade } from "./cross-fade.ts";
import { Envelope } from "./envelope.ts";
import { fadeGain } from "./fade-gain.ts";
import type { Placement, VoiceId, VoiceReport } from "./messages.ts";
import { createResampler, RESAMPLER_REACH_FRAMES, type Resampler } from "./resampler.ts";
import { createSampleRing, type SampleRing } from "./sample-ring.ts";

/** The feed sends 8 s ahead. The rest is the past, and a late report of the position. */
const RING_SECONDS = 12;
/** For this long after its start, drift correction moves a voice by small jumps too. */
const FRESH_SECONDS = 2;
/** A voice that is closer to its scheduled position needs no jump to it. */
const ALIGNED_MS = 0.5;

type VoiceFormat = {
  readonly sampleRate: number;
  readonly channels: number;
  /** Sample rate of the audio context, Hz. */
  readonly contextRate: number;
};

/** The frames of one block in which a voice sounds. */
type Span = {
  readonly placement: Placement;
  /** Context frame of the first frame. */
  readonly startFrame: number;
  readonly frames: number;
  /** Index of the first frame in the outputs. */
  readonly offset: number;
};

/**
 * Plays one section of one track. It owns the read position, a fractional track frame, and keeps it where its placement
 * demands: small errors are corrected by an inaudible change of the rate, large ones by a cross-faded jump.
 */
export class Voice {
  readonly #sampleRate: number;
  readonly #contextRate: number;
  readonly #ring: SampleRing;
  readonly #resampler: Resampler;
  readonly #envelope: Envelope;
  readonly #crossFade: CrossFade;
  #placement: Placement | null = null;
  #position: number | null = null;
  #drift: DriftState = NO_DRIFT;
  #errorMs = 0;
  #isComplete = false;
  #isOver = false;
  #underruns = 0;
  #jumps = 0;
  #startedAtFrame = 0;
  #mustRealign = false;

  constructor({ sampleRate, channels, contextRate }: VoiceFormat) {
    this.#sampleRate = sampleRate;
    this.#contextRate = contextRate;
    this.#ring = createSampleRing(Math.min(2, channels), Math.ceil(RING_SECONDS * sampleRate));
    this.#resampler = createResampler(sampleRate / contextRate);
    this.#envelope = new Envelope(contextRate);
    this.#crossFade = new CrossFade(contextRate);
  }

  write(startFrame: number, planes: readonly Float32Array[]): void {
    this.#ring.write(startFrame, planes);
  }

  /** The ring has received the last samples of the track. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Frees the memory of the voice, which must not be used any more. */
  close(): void {
    this.#ring.free();
  }

  /** @param nowFrame the context's current frame */
  place(placement: Placement, nowFrame: number): void {
    // a stop that is due or past still fades out
    const earliestStop = nowFrame + this.#envelope.fadeOutFrames;
    const { stopFrame, isCutShort } = placement;
    const isLate = isCutShort && stopFrame !== null && stopFrame < earliestStop && this.#position !== null;
    this.#placement = isLate ? { ...placement, stopFrame: earliestStop } : placement;
    this.#isOver = false;
  }

  /** Jumps to the scheduled position, whatever the error. That counts as no jump: the schedule was changed on purpose. */
  realign(): void {
    this.#mustRealign = true;
  }

  /** Adds the voice's sound to `outputs`, whose first frame is the context's `blockFrame`. */
  render(outputs: readonly Float32Array[], blockFrame: number): void {
    const placement = this.#placement;
    if (!placement || this.#isOver) return;
    const blockEnd = blockFrame + (outputs[0]?.length ?? 0);
    const stopFrame = placement.stopFrame ?? Number.POSITIVE_INFINITY;
    const startFrame = Math.max(blockFrame, Math.ceil(placement.startFrame));
    const frames = Math.min(blockEnd, Math.ceil(stopFrame)) - startFrame;
    if (frames > 0) this.#renderSpan(outputs, { placement, startFrame, frames, offset: startFrame - blockFrame });
    if (blockEnd >= stopFrame) this.#end();
  }

  report(voice: VoiceId): VoiceReport {
    return {
      voice,
      positionFrame: this.#position,
      errorMs: this.#errorMs,
      trimPpm: this.#drift.trimPpm,
      underruns: this.#underruns,
      jumps: this.#jumps,
      isOver: this.#isOver,
    };
  }

  #renderSpan(outputs: readonly Float32Array[], span: Span): void {
    if (this.#position === null) this.#start(span);
    else this.#correctDrift(this.#position, span);
    if (this.#position === null) return;
    const endPosition = this.#position + span.frames * span.placement.rate;
    if (this.#isComplete || this.#hasSamplesAt(endPosition)) {
      this.#mix(outputs, this.#position, span);
    } else {
      // silent until `#start` finds samples at the scheduled position
      this.#position = null;
      this.#underruns += 1;
    }
  }

  #start({ placement, startFrame }: Span): void {
    const position = scheduledPosition(placement, startFrame);
    if (!this.#hasSamplesAt(position)) {
      if (startFrame > placement.startFrame) this.#underruns += 1;
      return;
    }
    this.#position = position;
    this.#mustRealign = false;
    this.#startedAtFrame = startFrame;
    this.#drift = { ...this.#drift, trimPpm: this.#drift.steadyPpm };
    // the beginning of a track keeps its attack if it starts on time
    const isTrackStart = startFrame - placement.startFrame < 1 && position < 1;
    this.#envelope.start(placement.gain, { isFadedIn: !isTrackStart });
  }

  #correctDrift(position: number, { placement, startFrame, frames }: Span): void {
    const scheduled = scheduledPosition(placement, startFrame);
    this.#errorMs = ((position - scheduled) / this.#sampleRate) * 1000;
    const isFresh = startFrame - this.#startedAtFrame < Math.round(FRESH_SECONDS * this.#contextRate);
    const step = stepDrift(this.#drift, this.#errorMs, { elapsedMs: (frames / this.#contextRate) * 1000, isFresh });
    this.#drift = step.state;
    const mustRealign = this.#mustRealign && Math.abs(this.#errorMs) > ALIGNED_MS;
    if (!mustRealign) this.#mustRealign = false;
    if (!(step.mustJump || mustRealign) || !this.#hasSamplesAt(scheduled)) return;
    this.#crossFade.start(position);
    this.#position = scheduled;
    this.#errorMs = 0;
    if (!mustRealign) this.#jumps += 1;
    else this.#drift = { ...step.state, trimPpm: step.state.steadyPpm };
    this.#mustRealign = false;
  }

  #mix(outputs: readonly Float32Array[], position: number, { placement, startFrame, frames, offset }: Span): void {
    const { channels, from, to } = this.#ring;
    const resampler = this.#resampler;
    const step = placement.rate * (1 + this.#drift.trimPpm * 1e-6);
    const fadeOutEnd = placement.isCutShort ? (placement.stopFrame ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
    for (let i = 0; i < frames; i++) {
      const frame = startFrame + i;
      const gain = this.#envelope.next(placement.gain, fadeOutEnd - frame) * fadeGain(placement, frame);
      const isCrossFading = this.#crossFade.isActive;
      const newGain = isCrossFading ? this.#crossFade.newGain : 1;
      const oldGain = isCrossFading ? this.#crossFade.oldGain : 0;
      const oldPosition = this.#crossFade.oldPosition(step);
      for (let c = 0; c < outputs.length; c++) {
        const samples = channels[Math.min(c, channels.length - 1)];
        const output = outputs[c];
        if (!samples || !output) continue;
        let value = resampler.read(samples, position + i * step, from, to) * newGain;
        if (isCrossFading) value += resampler.read(samples, oldPosition, from, to) * oldGain;
        output[offset + i] = (output[offset + i] ?? 0) + value * gain;
      }
      this.#crossFade.advance();
    }
    this.#position = position + frames * step;
  }

  /** True if the ring covers the surroundings of a position. Silence surrounds the track. */
  #hasSamplesAt(position: number): boolean {
    const { from, to } = this.#ring;
    if (from === to) return false;
    const neededFrom = from === 0 ? from : position - RESAMPLER_REACH_FRAMES;
    const neededTo = position + RESAMPLER_REACH_FRAMES;
    return neededFrom >= from && (this.#isComplete ? Math.min(neededTo, to) : neededTo) <= to;
  }

  #end(): void {
    this.#isOver = true;
    this.#position = null;
    this.#crossFade.cancel();
  }
}

/** The track frame that a placement demands at a frame of the context. */
function scheduledPosition({ trackFrame, contextFrame, rate }: Placement, frame: number): number {
  return trackFrame + (frame - contextFrame) * rate;
}
