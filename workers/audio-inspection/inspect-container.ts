import { type AudioCodec, CustomSource, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { type ItunesGapless, matchItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { isUnsupportedOggAudio, OGG_HEAD_BYTES } from "#app/domain/audio-files/ogg.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import { measureOggSec, openOgg } from "./measure-ogg.ts";
import { measureStoredSec } from "./measure-stored.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;
type ContainerFormat = keyof typeof FORMATS;

/** The codecs in these containers that browsers decode. */
const CODECS: Record<ContainerFormat, (codec: AudioCodec) => boolean> = {
  m4a: (codec) => codec === "aac",
  ogg: (codec) => codec === "vorbis" || codec === "opus",
};

const CACHE_BYTES = 4 * 1024 * 1024;

/** Inspects a container that has an index of its packets. */
export async function inspectContainer(format: ContainerFormat, bytes: StoredBytes): Promise<Result<AudioFacts>> {
  let storageFault: unknown = null;
  const readStored = (start: number, end: number) =>
    bytes.read(start, end).catch((error) => {
      storageFault = error;
      throw error;
    });
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
    if (storageFault) throw storageFault;
    const durationMs = durationSec * 1000;
    return ok({ format, durationMs, seekMap: null });
  } catch (error) {
    if (storageFault) throw storageFault;
    // the library throws on invalid data
    logError("inspect", error, { format });
    return fail("audio-damaged");
  } finally {
    input.dispose();
  }
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
