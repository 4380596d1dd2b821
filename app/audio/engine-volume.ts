import type { PlayerCommand } from "#app/audio/worklet/messages.ts";

/** The length of a change, ms: of the volume, of a mute, and of the end of the sound, after which the output stops. */
const FADE_MS = { change: 60, mute: 300, stop: 20 } as const;

/** The volume of the music on this device: its own, that of the room, and a fade. */
export class EngineVolume {
  readonly #post: (command: PlayerCommand) => void;
  #own = 1;
  #room = 1;
  #fade = 1;

  constructor(post: (command: PlayerCommand) => void) {
    this.#post = post;
  }

  /** @param gain linear, 1 leaves the sound as it is */
  setOwn(gain: number): void {
    if (gain === this.#own) return;
    this.#own = gain;
    this.#send(FADE_MS.change);
  }

  /** @param gain linear; muting all loudspeakers of the room takes longer than a change */
  setRoom(gain: number): void {
    // sent again, it would cut the fade
    if (gain === this.#room) return;
    const isMute = (gain === 0) !== (this.#room === 0);
    this.#room = gain;
    this.#send(isMute ? FADE_MS.mute : FADE_MS.change);
  }

  /** @param share of the volume that remains */
  setFade(share: number): void {
    if (share === this.#fade) return;
    this.#fade = share;
    this.#send(share === 0 ? FADE_MS.stop : FADE_MS.change);
  }

  #send(fadeMs: number): void {
    this.#post({ type: "volume", gain: this.#own * this.#room * this.#fade, fadeMs });
  }
}
