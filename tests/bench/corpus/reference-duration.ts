import { spawnSync } from "node:child_process";

const BYTES_PER_SAMPLE = 2;
const OUTPUT_BYTES_MAX = 512 * 1024 * 1024;

/**
 * The reference duration in ms: ffmpeg decodes the whole file and the samples are counted. Null if nothing can be decoded.
 * ffmpeg removes the encoder padding that the format declares: the LAME extension of MP3, the pre-skip of Opus, the last
 * granule position of Ogg, the start of an MP4 edit list. It ignores the end of an edit list, so the duration of the list
 * counts if it is shorter. Formats without such data (ADTS, MP3 without a header) play everything that is decoded.
 */
export function measureDurationMs(path: string): number | null {
  const { sampleRate, editListMs } = probe(path);
  if (!sampleRate) return null;
  // One channel is enough to count the samples.
  const args = ["-v", "quiet", "-i", path, "-map", "0:a:0", "-ac", "1", "-ar", String(sampleRate), "-f", "s16le", "-"];
  const { stdout } = spawnSync("ffmpeg", args, { maxBuffer: OUTPUT_BYTES_MAX });
  const decodedMs = (stdout.length / BYTES_PER_SAMPLE / sampleRate) * 1000;
  return decodedMs === 0 ? null : Math.min(decodedMs, editListMs);
}

/** `editListMs` is the duration of the MP4 edit list, or infinity. */
function probe(path: string): { readonly sampleRate: number; readonly editListMs: number } {
  const entries = "format=format_name:stream=sample_rate,duration";
  const args = ["-v", "quiet", "-select_streams", "a:0", "-show_entries", entries, "-of", "default=nw=1", path];
  const { stdout } = spawnSync("ffprobe", args, { encoding: "utf8" });
  const getEntry = (name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(stdout)?.[1] ?? "";
  const isMp4 = getEntry("format_name").includes("mp4");
  return {
    sampleRate: Number(getEntry("sample_rate")) || 0,
    editListMs: (isMp4 && Number(getEntry("duration")) * 1000) || Number.POSITIVE_INFINITY,
  };
}
