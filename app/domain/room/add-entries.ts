import type { Person } from "#app/domain/accounts/person.ts";
import type { EntryId } from "#app/domain/ids.ts";
import { type Entry, type Playlist, ranksAfter, renewRanks, withRanks } from "#app/domain/playlist/playlist.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import { type Events, NO_EVENTS } from "./decision.ts";
import type { RoomState } from "./room.ts";
import type { AddCommand } from "./room-command.ts";
import type { RoomEvent } from "./room-event.ts";

/** Adds entries, in their order, to the end of the playlist or to their place in a sequence. */
export function addEntries(state: RoomState, { entries, person, sequence = [] }: AddCommand): Events {
  const present = new Set(state.playlist.map((entry) => entry.id));
  const fresh = entries.filter((entry) => !present.has(entry.id));
  const first = fresh[0];
  if (state.playlist.length + fresh.length > playlistLimits.playlistEntries) return fail("playlist-full");
  if (!first) return NO_EVENTS;
  const afterId = findPlace(state.playlist, sequence, first.id);
  const place = (playlist: Playlist): readonly Entry[] => {
    const ranks = ranksAfter(playlist, afterId, { count: fresh.length });
    return fresh.map((entry, i) => ({ ...entry, rank: ranks[i] ?? "" }));
  };
  const placed = place(state.playlist);
  if (placed.every(({ rank }) => rank.length <= playlistLimits.rankLength)) return ok(toEvents(state, placed, person));
  const ranks = renewRanks(state.playlist);
  const renewed = withRanks(state.playlist, ranks);
  return ok([{ type: "ranks-renewed", ranks }, ...toEvents({ ...state, playlist: renewed }, place(renewed), person)]);
}

function toEvents(state: RoomState, entries: readonly Entry[], person: Person): readonly RoomEvent[] {
  const added: RoomEvent = { type: "entries-added", entries };
  return [{ type: "person-changed", person }, added, ...selectNewTop(state, entries[0])];
}

/**
 * The entry after which an entry of a sequence goes: the nearest earlier one of the sequence that is in the playlist, or the
 * one before the nearest later one, or the last of the playlist. Null for the top.
 */
function findPlace(playlist: Playlist, sequence: readonly EntryId[], id: EntryId): EntryId | null {
  const places = new Map(playlist.map((entry, place) => [entry.id, place]));
  const at = sequence.indexOf(id);
  const earlier = sequence.slice(0, Math.max(0, at)).findLast((other) => places.has(other));
  if (earlier !== undefined) return earlier;
  const later = at < 0 ? undefined : sequence.slice(at + 1).find((other) => places.has(other));
  const end = (later === undefined ? undefined : places.get(later)) ?? playlist.length;
  return playlist[end - 1]?.id ?? null;
}

/** A room that is paused at the start of its playlist begins with the entry that is now the first. */
function selectNewTop(state: RoomState, added: Entry | undefined): readonly RoomEvent[] {
  const { playback, playlist } = state;
  const top = playlist[0];
  const isAtStart = playback.status === "paused" && playback.positionMs === 0 && playback.entryId === top?.id;
  return isAtStart && added && top && added.rank < top.rank ? [selectAtStart(added)] : selectFirst(state, added);
}

/** Selects the first entry of an idle room, paused at its start, so that pressing play starts it. */
export function selectFirst({ playback }: RoomState, first: Entry | undefined): readonly RoomEvent[] {
  return playback.status === "idle" && first ? [selectAtStart(first)] : [];
}

function selectAtStart({ id }: Entry): RoomEvent {
  const playback = { status: "paused", entryId: id, positionMs: 0 } as const;
  return { type: "playback-changed", playback, isNewRound: false };
}
