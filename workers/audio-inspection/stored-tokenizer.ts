import { AbstractTokenizer, EndOfStreamError, type IRandomAccessFileInfo, type IReadChunkOptions } from "strtok3";
import { READ_BYTES_MAX, type TagSource } from "./block-reader.ts";

/** A stored file as `music-metadata` reads it. */
export class StoredTokenizer extends AbstractTokenizer {
  readonly fileInfo: IRandomAccessFileInfo;
  private readonly source: TagSource;

  constructor(source: TagSource, mimeType: string) {
    // the library refuses a longer field before it allocates memory for it
    super({ maxBufferSize: READ_BYTES_MAX });
    this.source = source;
    this.fileInfo = { size: source.sizeBytes, mimeType };
  }

  supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  async readBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const position = options.position ?? this.position;
    const length = await this.peekBuffer(target, options);
    this.position = position + length;
    return length;
  }

  async peekBuffer(target: Uint8Array, options: IReadChunkOptions = {}): Promise<number> {
    const { length = target.length, position = this.position, mayBeLess = false } = options;
    const bytes = await this.source.read(position, position + length);
    if (bytes.length < length && !mayBeLess) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }
}
