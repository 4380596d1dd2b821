/** Browsers show media keys for sound of this length and more. */
const SECONDS = 10;
const RATE = 8000;
const HEADER_BYTES = 44;

let element: HTMLAudioElement | null = null;

/** Plays nothing, over and over, as a media element. iOS keeps a page sounding that does, with its ringer off too. */
export function startSilence(): void {
  element ??= makeElement();
  if ("audioSession" in navigator) Object.assign(navigator.audioSession as object, { type: "playback" });
  // refused where nothing has been touched yet; then there is nothing to hear either
  void element.play().catch(() => undefined);
}

export function stopSilence(): void {
  element?.pause();
}

function makeElement(): HTMLAudioElement {
  const audio = new Audio(URL.createObjectURL(new Blob([silentWav()], { type: "audio/wav" })));
  audio.loop = true;
  return audio;
}

/** 8 bits, mono. Silence is 128. */
function silentWav(): ArrayBuffer {
  const frames = SECONDS * RATE;
  const bytes = new Uint8Array(HEADER_BYTES + frames).fill(128);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, "RIFF");
  view.setUint32(4, 36 + frames, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, RATE, true);
  view.setUint32(28, RATE, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, frames, true);
  return bytes.buffer;
}
