/** Microphones that are open or about to be opened. */
let recordings = 0;

/** Asks to be treated as a music player, where browsers can (Safari from 16.4). Does nothing while a microphone is in use. */
export function requestPlaybackSession(): void {
  if (recordings === 0) setType("playback");
}

/**
 * Lets the page record and play at the same time. Must be called before `getUserMedia`, which Safari refuses to a music player.
 * Returns the function that ends it.
 */
export function startRecordingSession(): () => void {
  recordings += 1;
  setType("play-and-record");
  let isRecording = true;
  return () => {
    if (!isRecording) return;
    isRecording = false;
    recordings -= 1;
    requestPlaybackSession();
  };
}

function setType(type: "playback" | "play-and-record"): void {
  // the types of the browser's interfaces do not have it yet
  if ("audioSession" in navigator) Object.assign(navigator.audioSession as object, { type });
}
