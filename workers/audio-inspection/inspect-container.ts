import { type AudioCodec, CustomSource, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { type ItunesGapless, matchItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { findOggEnd, isUnsupportedOggAudio, OGG_HEAD_BYTES } from "#app/domain/audio-files/ogg.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;
type ContainerFormat = keyof typeof FORMATS;

/** The codecs in these containers that browsers decode. */
const CODECS: Record<ContainerFormat, (codec: AudioCodec) => boolean> = {
  m4a: (codec) => codec === "aac",
  ogg: (codec) => codec === "vorbis" || codec === "opus",
};

const CACHE_BYTES = 4 * 1024 * 1024;
/** Less than the duration of the shortest packet. */
const SEARCH_PRECISION_SEC = 0.001;

/** Inspects a container that has an index of its packets. */
export async function inspectContainer(format: ContainerFormat, bytes: StoredBytes): Promise<Result<AudioFacts>> {
  let storageFault: unknown = null;
  const read = (start: number, end: number) =>
    bytes.read(start, end).catch((error) => {
      storageFault = error;
      throw error;
    });
  const sizeBytes = format === "ogg" ? await findOggEnd(read, bytes.sizeBytes) : bytes.sizeBytes;
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
    const durationMs = (await measureDurationSec(track, gapless)) * 1000;
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

/** The end of the last stored packet: a truncated file has fewer packets than its index lists. Found by binary search. */
async function measureStoredSec(track: InputAudioTrack, listedSec: number): Promise<number> {
  const packets = new EncodedPacketSink(track);
  if (await packets.getPacket(Number.POSITIVE_INFINITY)) return listedSec;
  let last = await packets.getFirstPacket();
  let lowSec = 0;
  let highSec = Math.min(listedSec, trackLimits.trackDurationMsMax / 1000);
  while (last && highSec - lowSec > SEARCH_PRECISION_SEC) {
    const middleSec = (lowSec + highSec) / 2;
    const packet = await packets.getPacket(middleSec);
    if (packet) lowSec = middleSec;
    else highSec = middleSec;
    last = packet ?? last;
  }
  return last ? last.timestamp + last.duration : 0;
}
