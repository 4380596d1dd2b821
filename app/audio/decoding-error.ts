/** A decoder of the browser could not decode a track. */
export class DecodingError extends Error {
  override readonly name = "DecodingError";
}
