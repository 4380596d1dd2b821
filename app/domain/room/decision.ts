import type { EffectiveRole } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { RoomEvent } from "./room-event.ts";

/** Who asks: somebody with a standing in the room, or the server itself. */
export type Actor = PersonActor | { readonly kind: "server" };
export type PersonActor = { readonly kind: "person"; readonly userId: UserId | null; readonly effectiveRole: EffectiveRole };

export type Moment = {
  readonly serverNowMs: number;
  /** How far ahead a start or a stop is set, from `leadMs`. */
  readonly leadMs: number;
};

/** What happens, or why it does not. */
export type Events = Result<readonly RoomEvent[]>;

export const NO_EVENTS: Events = ok([]);
