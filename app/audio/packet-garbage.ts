import { freeSamples } from "./worklet/free-samples.ts";

/** Measured in Chromium: what a packet leaves beside its data. */
const PACKET_OVERHEAD_BYTES = 5000;
/** The garbage after which a collection begins: ten seconds of FLAC. */
const GARBAGE_BYTES = 1.25 * 1024 * 1024;
/** V8 begins a collection when array buffers have grown by 64 MB. Memory that is never written takes none of the machine's. */
const PRESSURE_FRAMES = (80 * 1024 * 1024) / Float32Array.BYTES_PER_ELEMENT;

/**
 * Chromium copies each packet that it decodes. The copies wait for a garbage collection, but V8 does not count them, so without this
 * they grow to 10 to 28 MB. Counts them, and begins a collection.
 */
export class PacketGarbage {
  readonly #collect: () => void;
  #bytes = 0;

  constructor(collect = beginCollection) {
    this.#collect = collect;
  }

  /** @param bytes of a packet that is decoded */
  add(bytes: number): void {
    this.#bytes += bytes + PACKET_OVERHEAD_BYTES;
    if (this.#bytes < GARBAGE_BYTES) return;
    this.#bytes = 0;
    this.#collect();
  }
}

/** Allocates and frees an array. Only browsers with V8 report the size of their heap. */
function beginCollection(): void {
  if (!("memory" in performance)) return;
  try {
    freeSamples(new Float32Array(PRESSURE_FRAMES));
  } catch {
    // there is not even address space for it
  }
}
