import type { FrameSpan, Placement } from "./messages.ts";

/**
 * The gain of a voice at a frame of the context in its crossfades, 0 to 1. It depends on nothing else, so all devices have the same
 * gain at the same moment. The squares of the gains of two voices with the same fade add up to 1: their power stays the same.
 */
export function fadeGain({ fadeIn, fadeOut }: Pick<Placement, "fadeIn" | "fadeOut">, frame: number): number {
  let gain = 1;
  if (fadeIn !== null && frame < fadeIn.endFrame) gain *= Math.sin(angleAt(fadeIn, frame));
  if (fadeOut !== null && frame > fadeOut.startFrame) gain *= Math.cos(angleAt(fadeOut, frame));
  return gain;
}

/** 0 before the span, a right angle after it. */
function angleAt({ startFrame, endFrame }: FrameSpan, frame: number): number {
  const share = (frame - startFrame) / (endFrame - startFrame);
  return (Math.max(0, Math.min(1, share)) * Math.PI) / 2;
}
