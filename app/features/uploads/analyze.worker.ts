import {
  ADTS,
  type AudioSample,
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
import { findLastOggPage } from "#app/domain/audio-files/ogg.ts";
import type { TrackAnalysis } from "#app/domain/tracks/track-analysis.ts";
import type { WorkerMessage } from "./worker-message.ts";

const FORMATS = [MP3, ADTS, FLAC, WAVE, OGG, MP4];
const PROGRESS_INTERVAL_MS = 1000;

// mediabunny warns on the console about codecs that it does not support; the server reports those to the user
console.warn = () => undefined;

const send = (message: WorkerMessage<TrackAnalysis | null>) => self.postMessage(message);

/** Decodes a whole file piece by piece and measures it. Responds with null if this browser cannot decode it. */
self.onmessage = async ({ data: file }: MessageEvent<File>) => {
  const analysis = await analyzeFile(file).catch(() => null);
  send({ type: "response", value: analysis });
};

async function analyzeFile(file: File): Promise<TrackAnalysis | null> {
  const track = await openAudioTrack(file);
  if (!track || !(await track.canDecode())) return null;
  const packets = new EncodedPacketSink(track);
  // without a first packet, the search for the last one never ends
  if (!(await packets.getFirstPacket())) return null;
  // null if the index names packets that the file does not contain; then the duration is unknown
  const lastPacket = await packets.getPacket(Number.POSITIVE_INFINITY);
  const durationSec = lastPacket ? lastPacket.timestamp + lastPacket.duration : 0;
  let progressSentAtMs = performance.now();
  let analyzer: Analyzer | null = null;
  for await (const sample of new AudioSampleSink(track).samples()) {
    const planes = copyPlanes(sample);
    // the rate of the decoder: a container may state half of it
    const { sampleRate, numberOfChannels: channels, timestamp } = sample;
    sample.close();
    analyzer ??= createAnalyzer({ sampleRate, channels, totalFrames: Math.round(durationSec * sampleRate) });
    analyzer.push(planes);
    if (performance.now() - progressSentAtMs < PROGRESS_INTERVAL_MS) continue;
    progressSentAtMs = performance.now();
    send({ type: "progress", share: durationSec > 0 ? Math.min(1, timestamp / durationSec) : 0 });
  }
  if (!analyzer) return null;
  const { waveform, ...levels } = analyzer.finish();
  return { ...levels, waveform: toBase64(waveform) };
}

async function openAudioTrack(file: File): Promise<InputAudioTrack | null> {
  const readRange = async (start: number, end: number) => new Uint8Array(await file.slice(start, end).arrayBuffer());
  const lastPage = await findLastOggPage(readRange, file.size);
  const input = new Input({ source: new BlobSource(file.slice(0, lastPage?.endByte)), formats: FORMATS });
  return input.getPrimaryAudioTrack();
}

/** The samples of each channel. */
function copyPlanes(sample: AudioSample): readonly Float32Array[] {
  return Array.from({ length: sample.numberOfChannels }, (_, planeIndex) => {
    const plane = new Float32Array(sample.numberOfFrames);
    sample.copyTo(plane, { planeIndex, format: "f32-planar" });
    return plane;
  });
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
}
