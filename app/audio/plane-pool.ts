import { freeSamples } from "./worklet/free-samples.ts";

/** The samples of one channel, in a buffer of their own. */
export type Plane = Float32Array<ArrayBuffer>;

/** More than the audio thread returns at once while a track plays. */
const PLANES_MAX = 24;

/** In order of their return. Blocks of one track have the same length. */
const pool: Plane[] = [];

/** A plane with undefined content. Decoding fills 350 KB a second, which the garbage collection of an audio thread leaves lying for minutes. */
export function takePlane(frames: number): Plane {
  const index = pool.findLastIndex((plane) => plane.length === frames);
  const [plane] = index < 0 ? [] : pool.splice(index, 1);
  return plane ?? new Float32Array(frames);
}

/** Takes planes back that nothing refers to any more, for `takePlane`. */
export function recyclePlanes(planes: readonly Float32Array[]): void {
  for (const plane of planes) if (isWholeBuffer(plane)) pool.push(plane);
  for (const plane of pool.splice(0, pool.length - PLANES_MAX)) freeSamples(plane);
}

/** A part of a buffer may share it with others. One that was transferred is empty. */
function isWholeBuffer(plane: Float32Array): plane is Plane {
  return plane.length > 0 && plane.byteLength === plane.buffer.byteLength;
}
