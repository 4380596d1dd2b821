const PIECE_BYTES = 256 * 1024;

/**
 * Pauses after each piece. In a self-hosted server, one thread reads the stream and serves all rooms: as long as bytes of the stream
 * are ready, nothing else is served.
 */
export function paceStream(stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  let bytes = 0;
  const pace = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      controller.enqueue(chunk);
      bytes += chunk.length;
      if (bytes < PIECE_BYTES) return;
      bytes = 0;
      await scheduler.wait(0);
    },
  });
  return stream.pipeThrough(pace);
}
