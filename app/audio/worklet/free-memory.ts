/** TypeScript's declarations do not have it yet (ECMAScript 2024). */
type TransferableBuffer = ArrayBufferLike & { readonly transfer?: (byteLength: number) => ArrayBuffer };

/** Frees the whole buffer of a view at once, where the browser can. Otherwise minutes may pass before it is collected. The view is empty afterwards. */
export function freeMemory(view: ArrayBufferView): void {
  const buffer: TransferableBuffer = view.buffer;
  buffer.transfer?.(0);
}
