import type { IAudioMetadata, IPicture } from "music-metadata";
import { CONTENT_TYPES } from "#app/domain/audio-files/audio-format.ts";
import { readTagExcerpts, type TagExcerpt } from "#app/domain/audio-files/tag-excerpt/tag-excerpt.ts";
import { formatLyrics } from "#app/domain/lyrics/format-lyrics.ts";
import { findTagLyrics } from "#app/domain/lyrics/tag-lyrics.ts";
import { fillFromId3v1, toTrackTags } from "#app/domain/tracks/file-tags.ts";
import type { TrackTags } from "#app/domain/tracks/track.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";
import { readPictureHeader } from "./picture-header.ts";
import { ReadingBudgetError } from "./reading-budget.ts";
import type { StoredBytes } from "./stored-bytes.ts";

export type StoredTags = {
  readonly tags: TrackTags;
  /** The cover. Null unless its bytes are WebP, JPEG or PNG. */
  readonly picture: { readonly data: Uint8Array; readonly contentType: string } | null;
  /** The lyrics as they are stored. Null without, and if they exceed the limits. */
  readonly lyrics: string | null;
};

/** Reads the tags of a stored file. Damaged tags and those that take too long count as missing; a failure of the storage throws. */
export async function readStoredTags(bytes: StoredBytes, fileName: string): Promise<StoredTags> {
  for (const excerpt of await readExcerpts(bytes)) {
    const found = await parse(excerpt);
    if (!found) continue;
    const tags = toTrackTags(fillFromId3v1(found.common, found.native), fileName);
    const lyrics = findTagLyrics(found.native);
    return { tags, picture: selectPicture(found.common.picture), lyrics: lyrics && formatLyrics(lyrics) };
  }
  return { tags: toTrackTags({}, fileName), picture: null, lyrics: null };
}

async function readExcerpts(bytes: StoredBytes): Promise<readonly TagExcerpt[]> {
  try {
    return await readTagExcerpts((start, end) => bytes.read(start, end), bytes.sizeBytes);
  } catch (error) {
    if (error instanceof ReadingBudgetError) return [];
    throw error;
  }
}

/** Returns the metadata up to the end or the first error. Null if there is no tag. */
async function parse({ format, bytes }: TagExcerpt): Promise<IAudioMetadata | null> {
  // the library is large, and a Worker that serves a page starts faster without it
  const { parseBuffer } = await import("music-metadata");
  const latest: { metadata: IAudioMetadata | null } = { metadata: null };
  const observer = ({ metadata }: { readonly metadata: IAudioMetadata }) => {
    latest.metadata = metadata;
  };
  try {
    await parseBuffer(bytes, { mimeType: CONTENT_TYPES[format], size: bytes.length }, { observer });
  } catch {
    // the library throws on invalid data; damaged tags are no reason to refuse the file
  }
  return latest.metadata && Object.keys(latest.metadata.native).length > 0 ? latest.metadata : null;
}

/** The front cover, or the first picture if there is none. */
function selectPicture(pictures: readonly IPicture[] = []): StoredTags["picture"] {
  const picture = pictures.find(({ type }) => type === "Cover (front)") ?? pictures[0];
  if (!picture || picture.data.length > trackLimits.coverSourceBytes) return null;
  const header = readPictureHeader(picture.data);
  return header && { data: picture.data, contentType: header.contentType };
}
