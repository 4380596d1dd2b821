import {
  ADTS,
  AudioSampleSink,
  BlobSource,
  EncodedPacketSink,
  FLAC,
  Input,
  type InputAudioTrack,
  MP3,
  MP4,
  OGG,
  WAVE,
} from "mediabunny";
import { type Analyzer, createAnalyzer } from "#app/audio/analysis/analyze-samples.ts";
import { oggEnd } from "#app/domain/audio-files/ogg.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import type { WorkerSays } from "./file-facts.ts";

const FORMATS = [MP3, ADTS, FLAC, WAVE, OGG, MP4];
/** Between two words that it still listens. */
const SAY_EVERY_MS = 1000;

// the reader tells the console of codecs that it does not know; people are told by the server, which looks at each file
console.warn = () => undefined;

const say = (said: WorkerSays<TrackAnalysis | null>) => self.postMessage(said);

/** In a worker: decodes a whole file, piece by piece, and measures what it hears. Null where this browser cannot decode it. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const analysis = await listen(file).catch(() => null);
  say({ type: "answer", answer: analysis });
};

async function listen(file: File): Promise<TrackAnalysis | null> {
  const track = await openSound(file);
  if (!track || !(await track.canDecode())) return null;
  const packets = new EncodedPacketSink(track);
  // where there is none, looking for the last would never end
  if (!(await packets.getFirstPacket())) return null;
  // an index may name what the file does not hold: then nobody knows how much will come
  const last = await packets.getPacket(Number.POSITIVE_INFINITY);
  const durationSec = last ? last.timestamp + last.duration : 0;
  let saidAtMs = performance.now();
  let analyzer: Analyzer | null = null;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const planes = Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
      const plane = new Float32Array(sample.numberOfFrames);
      sample.copyTo(plane, { planeIndex, format: "f32-planar" });
      return plane;
    });
    // what the decoder gives: a container may name half the rate
    const { sampleRate, numberOfChannels: channels, timestamp } = sample;
    sample.close();
    analyzer ??= createAnalyzer({ sampleRate, channels, totalFrames: Math.round(durationSec * sampleRate) });
    analyzer.push(planes);
    if (performance.now() - saidAtMs < SAY_EVERY_MS) continue;
    saidAtMs = performance.now();
    say({ type: "progress", share: durationSec > 0 ? Math.min(1, timestamp / durationSec) : 0 });
  }
  if (!analyzer) return null;
  const { waveform, ...levels } = analyzer.finish();
  return { ...levels, waveform: base64Of(waveform) };
}

async function openSound(file: File): Promise<InputAudioTrack | null> {
  const endByte = await oggEnd(async (start, end) => new Uint8Array(await file.slice(start, end).arrayBuffer()), file.size);
  const input = new Input({ source: new BlobSource(file.slice(0, endByte)), formats: FORMATS });
  return input.getPrimaryAudioTrack();
}

function base64Of(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
