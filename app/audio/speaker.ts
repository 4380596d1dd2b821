import type { ChannelMix } from "#app/audio/worklet/messages.ts";
import type { SpeakerRole } from "#app/domain/devices/device.ts";
import type { PlayerNode } from "./player-node.ts";
import type { SpeakerFilter } from "./speaker-filter.ts";

const MIXES: Record<SpeakerRole, ChannelMix> = {
  all: "stereo",
  left: "left",
  right: "right",
  mono: "mono",
  low: "stereo",
  high: "stereo",
};
/** When the filter is loaded again after a failure, ms. */
const RETRY_MS = 3000;

type SpeakerDeps = {
  readonly player: Pick<PlayerNode, "music" | "post">;
  /** Called when the filter delays the music by another time than before. */
  readonly onDelayChange: () => void;
};

/** The part of the sound that this device plays. The filter of the roles low and high is loaded on demand. */
export class Speaker {
  readonly #deps: SpeakerDeps;
  #role: SpeakerRole = "all";
  #filter: SpeakerFilter | null = null;
  #isLoading = false;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;

  constructor(deps: SpeakerDeps) {
    this.#deps = deps;
  }

  get role(): SpeakerRole {
    return this.#role;
  }

  /** By how much the filter delays the music, ms. */
  get delayMs(): number {
    return this.#filter?.delayMs ?? 0;
  }

  setRole(role: SpeakerRole): void {
    this.#role = role;
    this.#deps.player.post({ type: "channels", mix: MIXES[role] });
    if (this.#filter) this.#applyBand(this.#filter);
    else if (this.#band) void this.#load();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#retryTimer);
    this.#filter?.close();
  }

  get #band(): "low" | "high" | null {
    return this.#role === "low" || this.#role === "high" ? this.#role : null;
  }

  /** The whole sound plays until the filter is there. */
  async #load(): Promise<void> {
    if (this.#isLoading) return;
    this.#isLoading = true;
    clearTimeout(this.#retryTimer);
    try {
      const { SpeakerFilter } = await import("./speaker-filter.ts");
      if (this.#isClosed) return;
      this.#filter = new SpeakerFilter(this.#deps.player.music);
      this.#applyBand(this.#filter);
    } catch {
      // offline, for example
      if (!this.#isClosed) this.#retryTimer = setTimeout(() => this.setRole(this.#role), RETRY_MS);
    } finally {
      this.#isLoading = false;
    }
  }

  #applyBand(filter: SpeakerFilter): void {
    const { delayMs } = filter;
    filter.setBand(this.#band);
    if (filter.delayMs !== delayMs) this.#deps.onDelayChange();
  }
}
