import { excerptLimits } from "./excerpt-limits.ts";

/** Decides which items of a tag are read, within the limits of a file. */
export class KeptItems {
  #items = 0;
  #bytesLeft: number = excerptLimits.totalBytes;
  #pictures = 0;

  /** Whether another item fits. Counts it if it does. */
  keep({ bytes, isPicture }: { readonly bytes: number; readonly isPicture: boolean }): boolean {
    const maxBytes = isPicture ? excerptLimits.pictureBytes : excerptLimits.textBytes;
    const isFull = this.#items >= excerptLimits.keptMax || (isPicture && this.#pictures >= PICTURES_MAX);
    if (isFull || bytes > maxBytes || bytes > this.#bytesLeft) return false;
    this.#items += 1;
    this.#bytesLeft -= bytes;
    if (isPicture) this.#pictures += 1;
    return true;
  }
}

/** The front cover is among the first ones. */
const PICTURES_MAX = 8;
