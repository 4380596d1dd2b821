import { requestPlaybackSession } from "./audio-session.ts";

/** Browsers show media controls only for media of 10 s or more. A longer loop interrupts the element's clock less often. */
const DURATION_SEC = 120;
const SAMPLE_RATE = 8000;
const HEADER_BYTES = 44;
/** The zero level of unsigned 8-bit samples. */
const SILENT_SAMPLE = 128;

let element: HTMLAudioElement | null = null;
let isWanted = false;

/**
 * Plays silence in a loop through a media element. With it, iOS lets the page play sound in the background and with the
 * ringer switched off, and browsers offer media controls.
 */
export function startSilentAudio(): void {
  isWanted = true;
  element ??= createElement();
  requestPlaybackSession();
  // Refused before the first user gesture. The engine is silent until then as well.
  void element.play().catch(() => undefined);
}

/** Plays on after an interruption, such as a phone call, which pauses the element. */
export function resumeSilentAudio(): void {
  if (isWanted && element?.paused) startSilentAudio();
}

/** Starts the element again after a sleep, from which its clock would take half a minute to recover. */
export function restartSilentAudio(): void {
  element?.pause();
  resumeSilentAudio();
}

/** Position of the element, s. It follows the clock of the sound card. Null while it does not play. */
export function silentAudioSec(): number | null {
  return element && !element.paused && element.readyState > 2 ? element.currentTime : null;
}

export function stopSilentAudio(): void {
  isWanted = false;
  element?.pause();
}

function createElement(): HTMLAudioElement {
  const audio = new Audio(URL.createObjectURL(createSilentWav()));
  audio.loop = true;
  return audio;
}

/** A WAV file with 8 bits per sample and one channel. */
function createSilentWav(): Blob {
  const frames = DURATION_SEC * SAMPLE_RATE;
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  const writeText = (at: number, text: string) => header.set(new TextEncoder().encode(text), at);
  writeText(0, "RIFF");
  view.setUint32(4, HEADER_BYTES - 8 + frames, true);
  writeText(8, "WAVEfmt ");
  view.setUint32(16, 16, true); // size of the format block
  view.setUint16(20, 1, true); // PCM
  view.setUint16(22, 1, true); // channels
  view.setUint32(24, SAMPLE_RATE, true);
  view.setUint32(28, SAMPLE_RATE, true); // bytes per second
  view.setUint16(32, 1, true); // bytes per frame
  view.setUint16(34, 8, true); // bits per sample
  writeText(36, "data");
  view.setUint32(40, frames, true);
  const second = new Uint8Array(SAMPLE_RATE).fill(SILENT_SAMPLE);
  return new Blob([header, ...Array.from({ length: DURATION_SEC }, () => second)], { type: "audio/wav" });
}
