const DURATION_SEC = 0.03;
const FREQUENCY_HZ = 1800;
const GAIN = 0.12;
/** An exponential ramp cannot reach 0. */
const END_GAIN = 0.001;

/** Plays a soft click. It ends before the music can start. */
export function playJoinSound(): void {
  const context = new AudioContext();
  const startSec = context.currentTime;
  const endSec = startSec + DURATION_SEC;
  const tone = new OscillatorNode(context, { frequency: FREQUENCY_HZ });
  const level = new GainNode(context, { gain: GAIN });
  level.gain.exponentialRampToValueAtTime(END_GAIN, endSec);
  tone.connect(level).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start(startSec);
  tone.stop(endSec);
}
