import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { decodeLyricsFile } from "#app/domain/lyrics/decode-lyrics-file.ts";
import { hasWords } from "#app/domain/lyrics/lyrics.ts";
import { isLyricsFile } from "#app/domain/lyrics/lyrics-file-name.ts";
import { lyricsLimits } from "#app/domain/lyrics/lyrics-limits.ts";
import { pairLyricsFiles } from "#app/domain/lyrics/match-lyrics-files.ts";
import { parseLyrics } from "#app/domain/lyrics/parse-lyrics.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { looseLyrics } from "./loose-lyrics.ts";

type ChosenFiles = {
  readonly audio: readonly File[];
  /** The texts of the lyrics files, by the audio files that they belong to. */
  readonly lyricsByFile: ReadonlyMap<File, string>;
};

/** Finds the lyrics of chosen audio files. Lyrics files that belong to none, or are unusable, are reported for the room. */
export async function readLyricsFiles(roomId: RoomId, files: readonly File[]): Promise<ChosenFiles> {
  const audio = files.filter((file) => !isLyricsFile(file));
  const { lyricsByAudio, unpaired } = pairLyricsFiles(audio, files.filter(isLyricsFile));
  const lyricsByFile = new Map<File, string>();
  for (const [file, lyricsFile] of lyricsByAudio) {
    const text = await readText(lyricsFile);
    if (text.ok) lyricsByFile.set(file, text.value);
    else looseLyrics.update((list) => [...list, { roomId, name: lyricsFile.name, text }]);
  }
  for (const file of unpaired) {
    const text = await readText(file);
    looseLyrics.update((list) => [...list, { roomId, name: file.name, text }]);
  }
  return { audio, lyricsByFile };
}

async function readText(file: File): Promise<Result<string>> {
  if (file.size > lyricsLimits.fileBytes) return fail("lyrics-too-long");
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return fail<ErrorCode>("file-unreadable");
  const text = decodeLyricsFile(new Uint8Array(bytes));
  const parsed = parseLyrics(text);
  if (!parsed.ok) return parsed;
  return hasWords(parsed.value) ? ok(text) : fail("file-empty");
}
