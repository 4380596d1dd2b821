import { importLimits } from "./import-limits.ts";

/** Where tracks can be imported from: two streaming services, and servers that speak the OpenSubsonic API. */
export const SERVICES = ["yandex", "spotify", "subsonic"] as const;
export type Service = (typeof SERVICES)[number];

/** A track as a service describes it. */
export type ServiceTrack = {
  readonly service: Service;
  /** The service's own id of the track. */
  readonly id: string;
  readonly title: string;
  /** All artists, joined with commas. */
  readonly artist: string;
  readonly album: string;
  /** Null if the service does not know it. */
  readonly durationMs: number | null;
  /** The International Standard Recording Code (ISO 3901), in capitals and without hyphens. Null if the service has none. */
  readonly isrc: string | null;
  /** The address or the id with which the client of the service requests the cover. Null without a cover. */
  readonly cover: string | null;
  /** False for a track that the service lists but does not play. */
  readonly isAvailable: boolean;
};

/** `favorites`: the tracks that the account has starred or liked; a service has one such collection. */
export const COLLECTION_KINDS = ["album", "playlist", "artist", "favorites"] as const;
export type CollectionKind = (typeof COLLECTION_KINDS)[number];

/** A track with texts of a limited length. Null for one whose id is too long to be stored. */
export function clipTrack(track: ServiceTrack): ServiceTrack | null {
  const { textChars, idChars, coverChars } = importLimits;
  if (track.id.length > idChars) return null;
  const clip = (text: string) => text.slice(0, textChars);
  const cover = track.cover && track.cover.length <= coverChars ? track.cover : null;
  return { ...track, title: clip(track.title), artist: clip(track.artist), album: clip(track.album), cover };
}

/** A collection with texts of a limited length. Null for one whose id is too long to be requested. */
export function clipCollection(collection: ServiceCollection): ServiceCollection | null {
  const { textChars, idChars, coverChars } = importLimits;
  if (collection.id.length > idChars) return null;
  const clip = (text: string) => text.slice(0, textChars);
  const cover = collection.cover && collection.cover.length <= coverChars ? collection.cover : null;
  return { ...collection, title: clip(collection.title), by: clip(collection.by), cover };
}

/** Several tracks under one name. */
export type ServiceCollection = {
  readonly service: Service;
  readonly kind: CollectionKind;
  readonly id: string;
  /** Empty for favorites. */
  readonly title: string;
  /** The artist of an album, or the owner of a playlist. Empty for an artist and for favorites. */
  readonly by: string;
  /** Null if the service does not say. */
  readonly trackCount: number | null;
  readonly cover: string | null;
};

/** The results of a search, best first. */
export type ServiceFinds = {
  readonly tracks: readonly ServiceTrack[];
  readonly collections: readonly ServiceCollection[];
};

/** The track or the collection to which a link of a service or an entry of a list leads. */
export type ServiceTarget = { readonly kind: "track" | CollectionKind; readonly id: string };

/** The tracks behind a target. For a single track, `collection` is null. */
export type ResolvedTarget = {
  readonly collection: ServiceCollection | null;
  /** In the service's order, at most `importLimits.batchTracks`. */
  readonly tracks: readonly ServiceTrack[];
  /** Whether the collection has more tracks than that. */
  readonly isCut: boolean;
};
