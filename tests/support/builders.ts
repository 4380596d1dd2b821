import type { Role } from "#app/domain/access/permissions.ts";
import type { EntryId, RoomId, TrackId, UserId } from "#app/domain/ids.ts";
import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { ranksAtEnd } from "#app/domain/playlist/playlist.ts";
import { type AnyCommand, decide } from "#app/domain/room/decide.ts";
import type { Actor, Moment } from "#app/domain/room/decision.ts";
import { emptyRoom, evolve, type RoomInfo, type RoomState } from "#app/domain/room/room.ts";

/** Ids that read well in a failure: `entry-3` padded to the shape of an id. */
export const userId = (name: string) => shaped(name) as UserId;
export const entryId = (name: string | number) => shaped(`e${name}`) as EntryId;
export const trackId = (name: string | number) => shaped(`t${name}`) as TrackId;

const DIGITS = "abcdefghij";

function shaped(name: string): string {
  const letters = name
    .toLowerCase()
    .replace(/\d/g, (digit) => DIGITS.charAt(Number(digit)))
    .replace(/[^a-z2-7]/g, "x");
  return letters.padEnd(16, "z").slice(0, 16);
}

export const OWNER = userId("owner");
export const INFO: RoomInfo = {
  id: shaped("room") as RoomId,
  name: "Kitchen",
  description: "",
  url: "kitchen",
  visibility: "public",
  hasPassword: false,
  isFair: false,
  isLeveled: true,
  owner: { id: OWNER, name: "Owner", avatar: "#e9b84c" },
};

export function buildEntry(
  n: number,
  changes: Partial<Omit<Entry, "rank">> & { durationMs?: number } = {},
): Omit<Entry, "rank"> {
  const { durationMs = 100_000, ...rest } = changes;
  return {
    id: entryId(n),
    addedBy: OWNER,
    addedAtMs: 1000 + n,
    track: {
      id: trackId(n),
      title: `Track ${n}`,
      artist: "Artist",
      album: "",
      genre: "",
      year: null,
      durationMs,
      sizeBytes: 1_000_000,
      format: "flac",
      cover: null,
      hue: null,
      loudnessLufs: null,
      truePeakDb: null,
      uploadedAtMs: 500 + n,
    },
    ...rest,
  };
}

export function buildPlaylist(count: number, durationMs = 100_000): Playlist {
  const ranks = ranksAtEnd([], count);
  return ranks.map((rank, i) => ({ ...buildEntry(i + 1, { durationMs }), rank }));
}

export function buildRoom(count: number, durationMs?: number): RoomState {
  return { ...emptyRoom(INFO), playlist: buildPlaylist(count, durationMs) };
}

export const as = (role: Role | "spectator" | "guest", id: UserId | null = OWNER): Actor => ({
  kind: "person",
  userId: id,
  effectiveRole: role,
});
export const SERVER: Actor = { kind: "server" };

/** Decides and evolves, or answers with the refusal. */
export function applied(
  state: RoomState,
  command: AnyCommand,
  { actor = as("owner"), moment }: { readonly actor?: Actor; readonly moment: Moment },
): RoomState {
  const decided = decide(state, command, actor, moment);
  if (!decided.ok) throw new Error(decided.error);
  return decided.value.reduce(evolve, state);
}

export const at = (serverNowMs: number, leadMs = 200): Moment => ({ serverNowMs, leadMs });
