/**
 * How the sound leaves the page: from the audio context to the loudspeaker, or through a media element that plays the
 * context's output as a stream.
 */
export type SoundRoute = "direct" | "media-element";

/** Features of a browser that decide about sound in the background. */
export type SoundCapabilities = {
  /** `navigator.audioSession`, with which a page asks to be treated as a music player (Safari from 16.4). */
  readonly hasAudioSession: boolean;
  /** `GestureEvent`, which only WebKit has. */
  readonly hasGestureEvents: boolean;
  /** `navigator.maxTouchPoints` */
  readonly touchPoints: number;
  /** `createMediaStreamDestination` */
  readonly canStream: boolean;
};

/**
 * OC12: direct wherever that plays on while the screen is locked, because the way through a media element has a latency that no
 * browser reports. iPhones and iPads before Safari 16.4 stop an audio context, but not a media element.
 */
export function chooseSoundRoute(capabilities: SoundCapabilities): SoundRoute {
  const { hasAudioSession, hasGestureEvents, touchPoints, canStream } = capabilities;
  const isTouchWebKit = hasGestureEvents && touchPoints > 0;
  return isTouchWebKit && !hasAudioSession && canStream ? "media-element" : "direct";
}
