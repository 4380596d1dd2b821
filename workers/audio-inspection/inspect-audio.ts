import {
  type AudioFormat,
  ID3_HEADER_BYTES,
  readId3v2SizeBytes,
  SNIFF_BYTES,
  sniffFormat,
} from "#app/domain/audio-files/audio-format.ts";
import type { SeekMap } from "#app/domain/audio-files/seek-map.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { roundToMicroseconds } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { inspectContainer } from "./inspect-container.ts";
import { inspectFlac } from "./inspect-flac.ts";
import { inspectPackets } from "./inspect-packets.ts";
import { inspectWav } from "./inspect-wav.ts";
import { ReadingBudgetError } from "./reading-budget.ts";
import type { StoredBytes } from "./stored-bytes.ts";

/** The audio properties of stored bytes. */
export type AudioFacts = {
  readonly format: AudioFormat;
  /** The duration without the encoder's padding, rounded to microseconds. */
  readonly durationMs: number;
  /** Null for the formats that have an index of their own. */
  readonly seekMap: SeekMap | null;
};

const ID3_TAGS_MAX = 16;

/** Inspects a file. Only its bytes count; its name and claimed type are ignored. */
export async function inspectAudio(bytes: StoredBytes): Promise<Result<AudioFacts>> {
  try {
    return await inspect(bytes);
  } catch (error) {
    if (error instanceof ReadingBudgetError) return fail("file-too-complex");
    throw error;
  }
}

async function inspect(bytes: StoredBytes): Promise<Result<AudioFacts>> {
  const startByte = await skipId3(bytes);
  const format = sniffFormat(await bytes.read(startByte, startByte + SNIFF_BYTES));
  const facts = await inspectAs(format, bytes, startByte);
  if (!facts.ok) return facts;
  const durationMs = roundToMicroseconds(facts.value.durationMs);
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

/** Some streams have other bytes before their first packet, or begin in the middle of one. */
async function inspectUnknown(bytes: StoredBytes, startByte: number): Promise<Result<AudioFacts>> {
  const asMp3 = await inspectPackets("mp3", bytes, startByte);
  return asMp3.ok ? asMp3 : inspectPackets("aac", bytes, startByte);
}

/** A file may begin with several tags. */
async function skipId3(bytes: StoredBytes): Promise<number> {
  let at = 0;
  for (let tags = 0; tags < ID3_TAGS_MAX; tags++) {
    const tagBytes = readId3v2SizeBytes(await bytes.read(at, at + ID3_HEADER_BYTES));
    if (tagBytes === 0) break;
    at += tagBytes;
  }
  return at;
}
