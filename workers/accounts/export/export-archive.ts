import { Zip, ZipDeflate, ZipPassThrough } from "fflate";

/** A file of an archive, in chunks. Strings are encoded as UTF-8. */
export type ArchiveFile = {
  readonly name: string;
  readonly chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;
  /** The content is compressed already, such as a picture. */
  readonly isCompressed?: boolean;
};

const EMPTY = new Uint8Array(0);

/** A ZIP archive as a stream. Each chunk of a file is read when the output before it was consumed, so memory stays small. */
export async function* createZip(files: readonly ArchiveFile[], modifiedMs: number): AsyncGenerator<Uint8Array> {
  let output: Uint8Array[] = [];
  const takeOutput = () => {
    const chunks = output;
    output = [];
    return chunks;
  };
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    output.push(chunk);
  });
  const encoder = new TextEncoder();
  for (const { name, chunks, isCompressed = false } of files) {
    const file = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name);
    file.mtime = modifiedMs;
    zip.add(file);
    for await (const chunk of chunks) {
      file.push(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      yield* takeOutput();
    }
    file.push(EMPTY, true);
    yield* takeOutput();
  }
  zip.end();
  yield* takeOutput();
}

/** A response body that reads the generator as fast as the client reads the body. */
export function toStream(chunks: AsyncGenerator<Uint8Array>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
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
