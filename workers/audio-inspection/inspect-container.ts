import { type AudioCodec, CustomSource, EncodedPacketSink, Input, type InputAudioTrack, MP4, OGG } from "mediabunny";
import { gaplessOf, type ItunesGapless, readItunesGapless } from "#app/domain/audio-files/itunes-gapless.ts";
import { isOtherOggSound, OGG_HEAD_BYTES, oggEnd } from "#app/domain/audio-files/ogg.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { logError } from "#workers/http/log-error.ts";
import type { AudioFacts } from "./inspect-audio.ts";
import type { StoredBytes } from "./stored-bytes.ts";

const FORMATS = { m4a: MP4, ogg: OGG } as const;
type ContainerFormat = keyof typeof FORMATS;

/** What browsers decode of what may be inside. */
const CODECS: Record<ContainerFormat, (codec: AudioCodec) => boolean> = {
  m4a: (codec) => codec === "aac",
  ogg: (codec) => codec === "vorbis" || codec === "opus",
};

const CACHE_BYTES = 4 * 1024 * 1024;
/** The shortest packet there is takes longer. */
const NEAR_SECONDS = 0.001;

/** Opens a container that says itself what is in it and where. */
export async function inspectContainer(format: ContainerFormat, bytes: StoredBytes): Promise<Result<AudioFacts>> {
  let storageFault: unknown = null;
  const read = (start: number, end: number) =>
    bytes.read(start, end).catch((error) => {
      storageFault = error;
      throw error;
    });
  const sizeBytes = format === "ogg" ? await oggEnd(read, bytes.sizeBytes) : bytes.sizeBytes;
  const source = new CustomSource({
    getSize: () => sizeBytes,
    read,
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: "fileSystem",
  });
  const input = new Input({ formats: [FORMATS[format]], source });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track && isOtherOggSound(await read(0, OGG_HEAD_BYTES))) return fail("codec-unsupported");
    if (!track || (await isFilm(input))) return fail("not-audio");
    const codec = await track.getCodec();
    if (!codec || !CODECS[format](codec)) return fail("codec-unsupported");
    const note = format === "m4a" ? await readItunesGapless(read, sizeBytes) : null;
    const durationMs = (await musicSeconds(track, note)) * 1000;
    return ok({ format, durationMs, seekMap: null });
  } catch (error) {
    if (storageFault) throw storageFault;
    // the library throws on whatever does not hold together; the bytes are at fault, not we
    logError("inspect", error, { format });
    return fail("audio-damaged");
  } finally {
    input.dispose();
  }
}

/** Pictures between the chapters of an audio book have no codec that a film would use. */
async function isFilm(input: Input): Promise<boolean> {
  const video = await input.getPrimaryVideoTrack();
  return video !== null && (await video.getCodec()) !== null;
}

async function musicSeconds(track: InputAudioTrack, note: ItunesGapless | null): Promise<number> {
  const sampleRate = await track.getSampleRate();
  const listed = { startSec: await track.getFirstTimestamp(), endSec: await track.computeDuration() };
  const heldSec = await heldSeconds(track, listed.endSec);
  const gapless = gaplessOf(note, { ...listed, sampleRate });
  if (!gapless) return heldSec;
  return Math.min(gapless.totalFrames / sampleRate, heldSec - gapless.trimStartFrames / sampleRate);
}

/** How far what the index lists is there: a file may have been cut off behind its index. */
async function heldSeconds(track: InputAudioTrack, listedSec: number): Promise<number> {
  const packets = new EncodedPacketSink(track);
  if (await packets.getPacket(Number.POSITIVE_INFINITY)) return listedSec;
  let held = await packets.getFirstPacket();
  let lowSec = 0;
  let highSec = Math.min(listedSec, trackLimits.trackDurationMsMax / 1000);
  while (held && highSec - lowSec > NEAR_SECONDS) {
    const middleSec = (lowSec + highSec) / 2;
    const packet = await packets.getPacket(middleSec);
    if (packet) lowSec = middleSec;
    else highSec = middleSec;
    held = packet ?? held;
  }
  return held ? held.timestamp + held.duration : 0;
}
