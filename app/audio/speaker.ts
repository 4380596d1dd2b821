import { type Band, crossoverDelayFrames } from "#app/audio/worklet/crossover.ts";
import type { ChannelMix } from "#app/audio/worklet/messages.ts";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import type { PlayerNode } from "./player-node.ts";

const MIXES: Record<SpeakerRole, ChannelMix> = {
  all: "stereo",
  left: "left",
  right: "right",
  mono: "mono",
  low: "stereo",
  high: "stereo",
};

type SpeakerDeps = {
  readonly player: Pick<PlayerNode, "post"> & { readonly context: Pick<AudioContext, "sampleRate"> };
  /** Called when the music takes longer or shorter than before. */
  readonly onDelayChange: () => void;
};

/** The part of the sound that this device plays. */
export class Speaker {
  readonly #deps: SpeakerDeps;
  #role: SpeakerRole = "all";

  constructor(deps: SpeakerDeps) {
    this.#deps = deps;
  }

  get role(): SpeakerRole {
    return this.#role;
  }

  /** By how much the crossover of the roles low and high delays the music, ms. */
  get delayMs(): number {
    const { sampleRate } = this.#deps.player.context;
    return toBand(this.#role) ? (crossoverDelayFrames(sampleRate) / sampleRate) * 1000 : 0;
  }

  setRole(role: SpeakerRole): void {
    const { player, onDelayChange } = this.#deps;
    const { delayMs } = this;
    this.#role = role;
    player.post({ type: "channels", mix: MIXES[role] });
    player.post({ type: "band", band: toBand(role) });
    if (this.delayMs !== delayMs) onDelayChange();
  }
}

function toBand(role: SpeakerRole): Band | null {
  return role === "low" || role === "high" ? role : null;
}
