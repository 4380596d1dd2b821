import { EncodedPacketSink, type InputAudioTrack } from "mediabunny";
import { findLastOggPage, type LastOggPage, OGG_OPUS_HEAD_BYTES, readOpusPreSkip } from "#app/domain/audio-files/ogg.ts";
import { hideDamagedOggStart, type OggBytes, toOggStartSec } from "#app/domain/audio-files/ogg-damage.ts";
import type { ReadBytes } from "#app/domain/audio-files/read-bytes.ts";
import { measureStoredSec } from "./measure-stored.ts";

type OpenOgg = OggBytes & { readonly lastPage: LastOggPage | null };

/** Opus positions count at this rate, whatever the rate of the encoder's input was (RFC 7845 §4). */
const OPUS_RATE = 48_000;

/** Opens an Ogg file for a reader that requires consecutive, complete pages. */
export async function openOgg(read: ReadBytes, sizeBytes: number): Promise<OpenOgg> {
  const bytes = await hideDamagedOggStart(read, sizeBytes);
  const lastPage = await findLastOggPage(bytes.read, bytes.sizeBytes);
  return { ...bytes, sizeBytes: lastPage?.endByte ?? bytes.sizeBytes, lastPage };
}

/** The duration of an Ogg track, without the encoder's silence. */
export async function measureOggSec(track: InputAudioTrack, ogg: OpenOgg): Promise<number> {
  const startSec = toOggStartSec(await track.getFirstTimestamp(), ogg);
  // the library throws if a damaged page claims to extend past the end of the file
  const readSec = await track.computeDuration().catch(() => null);
  const statedSec = await readStatedEndSec(track, ogg);
  if (readSec === null) return statedSec - startSec;
  const endSec = await measureStoredSec(track, readSec);
  // the last page of an Opus stream may end many packets before its data does (RFC 7845 §4.4)
  const isTrimmed = (await track.getCodec()) === "opus" && statedSec > startSec;
  return (isTrimmed ? Math.min(statedSec, endSec) : endSec) - startSec;
}

/** The end that the last page states. 0 if the file contains no packet, or the page belongs to another stream. */
async function readStatedEndSec(track: InputAudioTrack, { lastPage, read }: OpenOgg): Promise<number> {
  if (lastPage?.serialNumber !== track.id || !(await new EncodedPacketSink(track).getFirstPacket())) return 0;
  if ((await track.getCodec()) !== "opus") return lastPage.granule / (await track.getSampleRate());
  return (lastPage.granule - readOpusPreSkip(await read(0, OGG_OPUS_HEAD_BYTES))) / OPUS_RATE;
}
