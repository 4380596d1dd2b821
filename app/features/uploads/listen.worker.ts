import { ADTS, AudioSampleSink, BlobSource, FLAC, Input, MP3, MP4, OGG, WAVE } from "mediabunny";
import { type Analysis, openAnalysis } from "#app/audio/analysis/analyse-samples.ts";
import type { Heard } from "#app/domain/track-analysis.ts";
import type { WorkerSays } from "./file-facts.ts";

const FORMATS = [MP3, ADTS, FLAC, WAVE, OGG, MP4];

// the reader tells the console of codecs that it does not know; people are told by the server, which looks at each file
console.warn = () => undefined;

const say = (said: WorkerSays<Heard | null>) => self.postMessage(said);

/** In a worker: decodes a whole file, piece by piece, and measures what it hears. Null where this browser cannot decode it. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const heard = await listen(file).catch(() => null);
  say({ type: "answer", answer: heard });
};

async function listen(file: File): Promise<Heard | null> {
  const input = new Input({ source: new BlobSource(file), formats: FORMATS });
  const track = await input.getPrimaryAudioTrack();
  if (!track || !(await track.canDecode())) return null;
  const durationSec = await track.computeDuration();
  let analysis: Analysis | null = null;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(sample.numberOfFrames);
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
      return plane;
    });
    // what the decoder gives: a container may name half the rate
    const { sampleRate, numberOfChannels: channels } = sample;
    sample.close();
    analysis ??= openAnalysis({ sampleRate, channels, totalFrames: Math.round(durationSec * sampleRate) });
    analysis.push(planes);
  }
  if (!analysis) return null;
  const { waveform, ...levels } = analysis.finish();
  return { ...levels, waveform: base64Of(waveform) };
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
