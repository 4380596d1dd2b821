const BUFFER_BYTES = 64 * 1024;

/**
 * The pieces of a body, in order. A piece is valid until the next one is read: where the browser can, all are read into one buffer.
 * Pieces of their own would stay in Chromium's memory until a complete garbage collection.
 *
 * @throws the body's error
 */
export async function* readPieces(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = openByteReader(body);
  if (!reader) yield* readPiecesOfTheirOwn(body);
  else yield* readIntoBuffer(reader);
}

/** Null where the body is not a stream of bytes. */
function openByteReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return null;
  }
}

async function* readIntoBuffer(reader: ReadableStreamBYOBReader): AsyncGenerator<Uint8Array> {
  let buffer = new ArrayBuffer(BUFFER_BYTES);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done || !value) return;
    yield value;
    buffer = value.buffer;
  }
}

async function* readPiecesOfTheirOwn(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield value;
  }
}
