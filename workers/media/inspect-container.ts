import { type AudioCodec, CustomSource, Input, MP4, OGG } from "mediabunny";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { logFault } from "../http/log.ts";
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

/** Opens a container that says itself what is in it and where. */
export async function inspectContainer(format: ContainerFormat, bytes: StoredBytes): Promise<Result<AudioFacts>> {
  let storageFault: unknown = null;
  const source = new CustomSource({
    getSize: () => bytes.sizeBytes,
    read: (start, end) =>
      bytes.read(start, end).catch((error) => {
        storageFault = error;
        throw error;
      }),
    maxCacheSize: CACHE_BYTES,
    prefetchProfile: "fileSystem",
  });
  const input = new Input({ formats: [FORMATS[format]], source });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track || (await isFilm(input))) return fail("not-audio");
    const codec = await track.getCodec();
    if (!codec || !CODECS[format](codec)) return fail("codec-unsupported");
    const durationMs = (await track.computeDuration()) * 1000;
    return ok({ format, durationMs, seekMap: null });
  } catch (error) {
    if (storageFault) throw storageFault;
    // the library throws on whatever does not hold together; the bytes are at fault, not we
    logFault("inspect", error, { format });
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
