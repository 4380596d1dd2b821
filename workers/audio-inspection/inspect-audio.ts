import {
  type AudioFormat,
  ID3_HEADER_BYTES,
  id3v2Bytes,
  SNIFF_BYTES,
  sniffFormat,
} from "#app/domain/audio-files/audio-format.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { inMicroseconds } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { inspectContainer } from "./inspect-container.ts";
import { inspectFlac } from "./inspect-flac.ts";
import { inspectPackets } from "./inspect-packets.ts";
import { inspectWav } from "./inspect-wav.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** What the stored bytes really are. */
export type AudioFacts = {
  readonly format: AudioFormat;
  /** What plays, without an encoder's silence, to the microsecond. */
  readonly durationMs: number;
  /** For the formats that do not say where a moment begins. */
  readonly seekMap: SeekMap | null;
};

const ID3_TAGS_MAX = 16;

/** Looks at a file from its bytes alone; name and claimed type count for nothing. */
export async function inspectAudio(bytes: StoredBytes): Promise<Result<AudioFacts>> {
  const startByte = await skipId3(bytes);
  const format = sniffFormat(await bytes.read(startByte, startByte + SNIFF_BYTES));
  const facts = await inspectAs(format, bytes, startByte);
  if (!facts.ok) return facts;
  const durationMs = inMicroseconds(facts.value.durationMs);
  const isPlausible = durationMs > 0 && durationMs <= trackLimits.trackDurationMsMax;
  return isPlausible ? ok({ ...facts.value, durationMs }) : fail("audio-damaged");
}

function inspectAs(format: AudioFormat | null, bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  switch (format) {
    case "mp3":
    case "aac":
      return inspectPackets(format, bytes, startByte);
    case "flac":
      return inspectFlac(bytes, startByte);
    case "wav":
      return inspectWav(bytes);
    case "m4a":
    case "ogg":
      return inspectContainer(format, bytes);
    case null:
      return inspectUnknown(bytes, startByte);
  }
}

/** Some streams have junk before their first packet, or begin inside one. */
async function inspectUnknown(bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  const asMp3 = await inspectPackets("mp3", bytes, startByte);
  return asMp3.ok ? asMp3 : inspectPackets("aac", bytes, startByte);
}

/** A few tags may stand one behind the other. */
async function skipId3(bytes: StoredBytes): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < ID3_TAGS_MAX; tags++) {
    const tagBytes = id3v2Bytes(await bytes.read(at, at + ID3_HEADER_BYTES));
    if (tagBytes === 0) break;
    at += tagBytes;
  }
  return at;
}
