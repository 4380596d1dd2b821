/** TypeScript's declarations do not have it yet (ECMAScript 2024). */
type TransferableBuffer = ArrayBufferLike & { readonly transfer?: (byteLength: number) => ArrayBuffer };

/** Frees memory at once, where the browser can, which may otherwise lie for minutes before it is collected. It is empty afterwards. */
export function freeSamples(plane: Float32Array): void {
  const buffer: TransferableBuffer = plane.buffer;
  buffer.transfer?.(0);
}
