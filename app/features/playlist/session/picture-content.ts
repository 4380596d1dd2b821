import type { Person } from "#app/domain/accounts/person.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { createRoomArtwork, type RoomArtwork } from "#app/domain/room/room-artwork.ts";
import { formatDay } from "#app/i18n/format.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { MediaGrant } from "#app/protocol/room-messages.ts";
import { coverUrl } from "#app/server-client/room/cover-url.ts";
import { formatSessionFacts } from "./format-session.ts";
import { PICTURE_TRACKS } from "./picture-layout.ts";
import type { SessionView } from "./use-session.ts";

export type PictureTrack = {
  readonly title: string;
  readonly artist: string;
  readonly coverUrl: string | null;
  /** How often people reacted to the track, or it was played. Empty for a single play. */
  readonly count: string;
};

/** Everything that a picture of a session shows. */
export type PictureContent = {
  readonly artwork: RoomArtwork;
  readonly title: string;
  readonly date: string;
  readonly facts: string;
  readonly tracks: readonly PictureTrack[];
  readonly people: readonly Person[];
  /** The names of the people in one line. */
  readonly names: string;
};

type PictureContext = {
  readonly info: RoomInfo;
  readonly media: MediaGrant | null;
  readonly present: readonly Person[];
  /** The picture may be shown to people who do not know the room (SN5). */
  readonly isRoomNamed: boolean;
  readonly language: string;
  readonly t: Translate<"session">;
};

const AVATARS_MAX = 6;

/** A room without a visible name has the artwork of the product. */
export function toPictureContent(session: SessionView, context: PictureContext): PictureContent {
  const { info, media, present, isRoomNamed, language, t } = context;
  const people = mergePeople(session, present);
  return {
    artwork: createRoomArtwork(isRoomNamed ? info.id : "tutti"),
    title: isRoomNamed ? info.name : t("picture.title"),
    date: formatDay(session.startedAtMs, language),
    facts: formatSessionFacts(t, session),
    tracks: session.tracks.slice(0, PICTURE_TRACKS).map(({ title, artist, cover, plays, reactions }) => {
      return { title, artist, coverUrl: coverUrl(cover, media), count: formatCountOf(t, { plays, reactions }) };
    }),
    people: people.slice(0, AVATARS_MAX),
    names: people.map(({ name }) => name).join(", "),
  };
}

/** The people who added tracks, followed by the others who are present. */
export function mergePeople({ people }: SessionView, present: readonly Person[]): readonly Person[] {
  const all = [...people.map(({ person }) => person), ...present];
  return [...new Map(all.map((person) => [person.id, person])).values()];
}

/** How often people reacted to a track or, without reactions, it was played. Empty for a single play. */
export function formatCountOf(t: Translate<"session">, { plays, reactions }: { plays: number; reactions: number }): string {
  if (reactions > 0) return t("reactions", { count: reactions });
  return plays > 1 ? t("plays", { count: plays }) : "";
}
