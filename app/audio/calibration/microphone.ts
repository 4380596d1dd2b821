import { startRecordingSession } from "#app/audio/audio-session.ts";
import workletUrl from "#app/audio/worklet/recorder.worklet.ts?worker&url";
import { RECORDER_PROCESSOR, type RecordedChunk } from "#app/audio/worklet/recorder-messages.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { Recording } from "./recording.ts";

/** `denied` by the user, the browser or the system; `missing`: there is none; `failed`: it cannot be used now. */
export type MicrophoneFailure = "denied" | "missing" | "failed";

/** A microphone that is open. Its sound is only kept in this page. Times are those of the audio context, s. */
export type Microphone = {
  readonly sampleRate: number;
  /** The recording from here to `recordedToSec` can be read: the last 60 s. */
  readonly recordedFromSec: () => number;
  readonly recordedToSec: () => number;
  /** The samples from the frame nearest to a time. Null if a part is not recorded, not yet or not any more. */
  read(fromContextSec: number, toContextSec: number): Float32Array | null;
  close(): void;
};

const KEPT_SEC = 60;

/** The sound as it is: what browsers do to voices would remove or move a test sound. */
const UNPROCESSED: MediaTrackConstraints = {
  echoCancellation: false,
  noiseSuppression: false,
  autoGainControl: false,
  channelCount: 1,
};

/** Opens the default microphone and starts to record; the context must be running. The browser may ask the user first. */
export async function openMicrophone(context: AudioContext): Promise<Result<Microphone, MicrophoneFailure>> {
  // browsers have no media devices on a page that was not loaded securely
  if (!navigator.mediaDevices) return fail("missing");
  const endSession = startRecordingSession();
  const opened = await openStream(context);
  if (!opened.ok) {
    endSession();
    return opened;
  }
  const microphone = opened.value;
  return ok({
    ...microphone,
    close() {
      microphone.close();
      endSession();
    },
  });
}

async function openStream(context: AudioContext): Promise<Result<Microphone, MicrophoneFailure>> {
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: UNPROCESSED });
  } catch (error) {
    return fail(toFailure(error));
  }
  try {
    await context.audioWorklet.addModule(workletUrl);
    return ok(record(context, stream));
  } catch {
    // the module could not be loaded, or the context was closed meanwhile
    stopTracks(stream);
    return fail("failed");
  }
}

function record(context: AudioContext, stream: MediaStream): Microphone {
  const { sampleRate } = context;
  const recording = new Recording(KEPT_SEC * sampleRate);
  const source = context.createMediaStreamSource(stream);
  const recorder = new AudioWorkletNode(context, RECORDER_PROCESSOR, {
    channelCount: 1,
    channelCountMode: "explicit",
    outputChannelCount: [1],
  });
  // only the product's own worklet holds the other end of the port
  recorder.port.onmessage = ({ data }) => recording.write(data as RecordedChunk);
  source.connect(recorder);
  // browsers only run nodes that lead to an output; the recorder plays silence
  recorder.connect(context.destination);
  return {
    sampleRate,
    recordedFromSec: () => recording.fromFrame / sampleRate,
    recordedToSec: () => recording.toFrame / sampleRate,
    read: (fromContextSec, toContextSec) =>
      recording.read(Math.round(fromContextSec * sampleRate), Math.round(toContextSec * sampleRate)),
    close() {
      recorder.port.onmessage = null;
      recorder.port.postMessage("close");
      source.disconnect();
      recorder.disconnect();
      stopTracks(stream);
    },
  };
}

function stopTracks(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

function toFailure(error: unknown): MicrophoneFailure {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  return name === "NotFoundError" || name === "OverconstrainedError" ? "missing" : "failed";
}
