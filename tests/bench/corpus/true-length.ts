import { spawnSync } from "node:child_process";

const BYTES_PER_SAMPLE = 2;
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;

/**
 * The length by which the product is judged; null where nothing can be decoded. All of the file is decoded by ffmpeg and
 * the samples are counted. It leaves out what the format declares to be the encoder's silence: by the LAME extension of
 * MP3, Opus' pre-skip, the last granule position of Ogg, the start of an edit list in MP4. The end of an edit list it
 * passes over, so that there the length of the list counts where it is the shorter one. Where a format has no such note
 * (ADTS, MP3 without a header), all that is decoded is what plays.
 */
export function trueLengthMs(path: string): number | null {
  const { sampleRate, listedMs } = probe(path);
  if (!sampleRate) return null;
  // one channel: as long as all of them
  const args = ["-v", "quiet", "-i", path, "-map", "0:a:0", "-ac", "1", "-ar", String(sampleRate), "-f", "s16le", "-"];
  const { stdout } = spawnSync("ffmpeg", args, { maxBuffer: OUTPUT_BYTES_MAX });
  const decodedMs = (stdout.length / BYTES_PER_SAMPLE / sampleRate) * 1000;
  return decodedMs === 0 ? null : Math.min(decodedMs, listedMs);
}

/** `listedMs`: of the edit list, in MP4. */
function probe(path: string): { readonly sampleRate: number; readonly listedMs: number } {
  const entries = "format=format_name:stream=sample_rate,duration";
  const args = ["-v", "quiet", "-select_streams", "a:0", "-show_entries", entries, "-of", "default=nw=1", path];
  const { stdout } = spawnSync("ffprobe", args, { encoding: "utf8" });
  const entryOf = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(stdout)?.[1] ?? "";
  const isMp4 = entryOf("format_name").includes("mp4");
  return {
    sampleRate: Number(entryOf("sample_rate")) || 0,
    listedMs: (isMp4 && Number(entryOf("duration")) * 1000) || Number.POSITIVE_INFINITY,
  };
}
