import { type AudioCodec, CustomSource, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { type ItunesGapless, matchItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { Mp4BoxCounter } from "#app/domain/audio-files/mp4-box-counter.ts";
import { Mp4ClaimChecker } from "#app/domain/audio-files/mp4-claims.ts";
import { hasReadableTables } from "#app/domain/audio-files/mp4-tables.ts";
import { isUnsupportedOggAudio, OGG_HEAD_BYTES } from "#app/domain/audio-files/ogg.ts";
import { OggPageScanner } from "#app/domain/audio-files/ogg-page-scanner.ts";
import { withReadAhead } from "#app/domain/audio-files/read-ahead.ts";
import type { ReadBytes } from "#app/domain/audio-files/read-bytes.ts";
import { countOggComments } from "#app/domain/audio-files/tag-excerpt/excerpt-ogg.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import { measureOggSec, openOgg } from "./measure-ogg.ts";
import { measureStoredSec } from "./measure-stored.ts";
import { ReadingBudgetError } from "./reading-budget.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;
type ContainerFormat = keyof typeof FORMATS;

/** The codecs in these containers that browsers decode. */
const CODECS: Record<ContainerFormat, (codec: AudioCodec) => boolean> = {
  m4a: (codec) => codec === "aac",
  ogg: (codec) => codec === "vorbis" || codec === "opus",
};

/** Digital silence takes more than this. A container with less claims a duration for which it has no packets. */
const BYTES_PER_SEC_MIN = 20;
const OGG_WINDOW_BYTES = 256 * 1024;
const CACHE_BYTES = 4 * 1024 * 1024;

/** Inspects a container that has an index of its packets. */
export async function inspectContainer(format: ContainerFormat, bytes: StoredBytes): Promise<Result<AudioFacts>> {
  const { read: readStored, throwFault } = openContainer(format, bytes);
  if (!(await isReadable(format, readStored, bytes))) return fail("file-too-complex");
  const ogg = format === "ogg" ? await openOgg(readStored, bytes.sizeBytes) : null;
  const { read, sizeBytes } = ogg ?? { read: readStored, sizeBytes: bytes.sizeBytes };
  const source = new CustomSource({
    getSize: () => sizeBytes,
    read,
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: "fileSystem",
  });
  const input = new Input({ formats: [FORMATS[format]], source });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track && isUnsupportedOggAudio(await read(0, OGG_HEAD_BYTES))) return fail("codec-unsupported");
    if (!track || (await hasVideo(input))) return fail("not-audio");
    const codec = await track.getCodec();
    if (!codec || !CODECS[format](codec)) return fail("codec-unsupported");
    const gapless = format === "m4a" ? await readItunesGapless(read, sizeBytes) : null;
    const durationSec = ogg ? await measureOggSec(track, ogg) : await measureDurationSec(track, gapless);
    throwFault();
    const durationMs = durationSec * 1000;
    if (sizeBytes < durationSec * BYTES_PER_SEC_MIN) return fail("audio-damaged");
    return ok({ format, durationMs, seekMap: null });
  } catch (error) {
    throwFault();
    // the library throws on invalid data
    logError("inspect", error, { format });
    return fail("audio-damaged");
  } finally {
    input.dispose();
  }
}

/**
 * Reads a container for the library, which may swallow an error: `throwFault` throws the error of the storage or of the budget, if
 * there was one.
 */
function openContainer(
  format: ContainerFormat,
  bytes: StoredBytes,
): { readonly read: ReadBytes; readonly throwFault: () => void } {
  let fault: unknown = null;
  const claims = new Mp4ClaimChecker();
  return {
    async read(start, end) {
      try {
        const piece = await bytes.read(start, end);
        if (format === "m4a" && claims.claimsTooMuch(piece, start)) throw new ReadingBudgetError();
        return piece;
      } catch (error) {
        fault = error;
        throw error;
      }
    },
    throwFault() {
      if (fault) throw fault;
    },
  };
}

const SCANNERS = { m4a: Mp4BoxCounter, ogg: OggPageScanner } as const;
/** Real files have a few dozen. The library needs time in proportion to the square of their number. */
const COMMENTS_MAX = 2000;

/** Whether the library can read a file in reasonable time. */
async function isReadable(format: ContainerFormat, read: ReadBytes, bytes: StoredBytes): Promise<boolean> {
  if (await hasComplexStructure(bytes, new SCANNERS[format](bytes.sizeBytes))) return false;
  if (format === "m4a") return hasReadableTables(read, bytes.sizeBytes);
  return (await countOggComments(withReadAhead(read, OGG_WINDOW_BYTES))) <= COMMENTS_MAX;
}

/** Streams the file through a scanner until it has seen enough. */
async function hasComplexStructure(bytes: StoredBytes, scanner: OggPageScanner | Mp4BoxCounter): Promise<boolean> {
  for await (const chunk of await bytes.stream(0)) {
    scanner.push(chunk);
    if (scanner.isTooComplex()) return true;
  }
  return false;
}

/** The pictures of an audio book's chapters are a video track too, but without a codec that the library knows. */
async function hasVideo(input: Input): Promise<boolean> {
  const video = await input.getPrimaryVideoTrack();
  return video !== null && (await video.getCodec()) !== null;
}

/** The duration without the encoder's padding. */
async function measureDurationSec(track: InputAudioTrack, tag: ItunesGapless | null): Promise<number> {
  const sampleRate = await track.getSampleRate();
  const listed = { startSec: await track.getFirstTimestamp(), endSec: await track.computeDuration() };
  const storedSec = await measureStoredSec(track, listed.endSec);
  const gapless = matchItunesGapless(tag, { ...listed, sampleRate });
  if (!gapless) return storedSec;
  return Math.min(gapless.totalFrames / sampleRate, storedSec - gapless.primingFrames / sampleRate);
}
