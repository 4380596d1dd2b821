import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive, in pieces; text is UTF-8. */
export type ArchiveFile = {
  readonly name: string;
  readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** It is packed already, as pictures are. */
  readonly isPacked?: boolean;
};

const NO_EVENTS = new Uint8Array(0);

/** A ZIP archive as it comes. A piece is asked for when the one before it is taken, so that little is held at a time. */
export async function* zipOf(files: readonly ArchiveFile[], modifiedMs: number): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  const taken = () => {
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const encoder = new TextEncoder();
  for (const { name, pieces, isPacked = false } of files) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = modifiedMs;
    zip.add(file);
    for await (const piece of pieces) {
      file.push(typeof piece === "string" ? encoder.encode(piece) : piece);
      yield* taken();
    }
    file.push(NO_EVENTS, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** The body of an answer, written as fast as it is read. */
export function streamOf(chunks: AsyncGenerator<Uint8Array>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onError(error);
        controller.error(error);
      }
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
