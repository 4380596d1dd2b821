const CLICK_SEC = 0.03;
const TONE_HZ = 1800;
const LOUDNESS = 0.12;

/** A soft click: it is over before any music comes. */
export function playJoinClick(): void {
  const context = new AudioContext();
  const startSec = context.currentTime;
  const endSec = startSec + CLICK_SEC;
  const tone = new OscillatorNode(context, { frequency: TONE_HZ });
  const level = new GainNode(context, { gain: LOUDNESS });
  level.gain.exponentialRampToValueAtTime(0.001, endSec);
  tone.connect(level).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start(startSec);
  tone.stop(endSec);
}
