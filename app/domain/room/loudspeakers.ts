import { ok } from "#app/domain/result.ts";
import { type Events, NO_EVENTS } from "./decision.ts";
import type { RoomState } from "./room.ts";

/** The settings of all loudspeakers of a room together. Each device also has its own volume, so that their proportions stay. */
export type Loudspeakers = {
  /** The position of the slider, 0 to 1. */
  readonly volume: number;
  readonly isMuted: boolean;
};

export const DEFAULT_LOUDSPEAKERS: Loudspeakers = { volume: 1, isMuted: false };

/** Changes settings; no event if they are the same already. */
export function setLoudspeakers({ loudspeakers }: RoomState, change: Partial<Loudspeakers>): Events {
  const next = { ...loudspeakers, ...change };
  const isSame = next.volume === loudspeakers.volume && next.isMuted === loudspeakers.isMuted;
  return isSame ? NO_EVENTS : ok([{ type: "loudspeakers-changed", loudspeakers: next }]);
}

/** The gain of the loudspeakers, linear. The square approximates how loudness is perceived. */
export function loudspeakerGain({ volume, isMuted }: Loudspeakers): number {
  return isMuted ? 0 : volume ** 2;
}
