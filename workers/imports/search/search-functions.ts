import { z } from "zod";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import {
  COLLECTION_KINDS,
  clipCollection,
  type ResolvedTarget,
  SERVICES,
  type Service,
  type ServiceCollection,
  type ServiceTarget,
} from "#app/domain/imports/service.ts";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { durationMs, roomIdOrUrl } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext } from "#workers/functions/define.ts";
import { openService } from "#workers/imports/connections/open-service.ts";
import { allowServiceSearch } from "#workers/rate-limits/user-limits.ts";
import type { InRoom } from "#workers/room-access/room-requirement.ts";
import { roomAction } from "#workers/room-access/room-requirement.ts";
import { findElsewhere, type TrackMatch } from "./find-elsewhere.ts";
import { type FoundTrack, markFound } from "./mark-found.ts";

/** The results of a search at a service. */
export type SearchResult = {
  readonly tracks: readonly FoundTrack[];
  readonly collections: readonly ServiceCollection[];
  /** For a search by example: tracks of the library and of connected services. */
  readonly matches: readonly TrackMatch[];
};

/** The tracks behind a link or an entry of a list. */
export type ResolveResult = {
  readonly service: Service;
  readonly collection: ServiceCollection | null;
  readonly tracks: readonly FoundTrack[];
  readonly isCut: boolean;
};

const SEARCH_WITHIN_MS = 30 * SECOND_MS;
const text = z.string().max(500);
const service = z.enum(SERVICES);
const target = z.strictObject({ kind: z.enum(["track", ...COLLECTION_KINDS]), id: z.string().min(1).max(200) });
const example = z.strictObject({
  title: text.min(1),
  artist: text,
  durationMs: durationMs.nullable(),
  isrc: z.string().max(30).nullable(),
});

/** Searches at music services for the import dialog. They have the side effect of requests to the service. */
export const searchFunctions = {
  search: defineFunction({
    kind: "action",
    access: roomAction("roomId", "add-tracks"),
    summary: `Searches a music service for tracks and collections, at most ${importLimits.searchResults} tracks. An empty query lists the playlists, favorites and newest albums of the caller's account. With \`like\` instead of a service, looks for one track in the caller's library and in their connected services, by title, artist, length and ISRC.`,
    returns:
      "`tracks`, each with `track`, `libraryTrackId` and `isHere`; `collections`; `matches` of a search with `like`, each with `source`, `track` and a `score` from 0 to 100.",
    args: z.union([
      z.strictObject({ roomId: roomIdOrUrl, service, query: text }),
      z.strictObject({ roomId: roomIdOrUrl, like: example }),
    ]),
    handler: async (context, args) => {
      const allowed = await allowServiceSearch(context.db, context.user.id, context.nowMs);
      if (!allowed.ok) return allowed;
      if ("service" in args) return search(context, args.service, args.query.trim());
      const roomId = context.access.room.id;
      const signal = AbortSignal.timeout(SEARCH_WITHIN_MS);
      return ok({ tracks: [], collections: [], matches: await findElsewhere(context, args.like, { roomId, signal }) });
    },
  }),

  resolve: defineFunction({
    kind: "action",
    access: roomAction("roomId", "add-tracks"),
    summary: `Lists the tracks behind a link of a music service, or of a collection that a search has found: at most ${importLimits.batchTracks}.`,
    returns:
      "`service`; `collection`, null for a single track; `tracks`, each with `track`, `libraryTrackId` and `isHere`; `isCut` if there are more.",
    args: z.union([
      z.strictObject({ roomId: roomIdOrUrl, link: z.string().min(1).max(importLimits.linkChars) }),
      z.strictObject({ roomId: roomIdOrUrl, service, target }),
    ]),
    handler: async (context, args) => {
      const allowed = await allowServiceSearch(context.db, context.user.id, context.nowMs);
      if (!allowed.ok) return allowed;
      const found = "link" in args ? parseServiceLink(args.link) : args;
      return found ? resolve(context, found) : fail("service-link-invalid");
    },
  }),
};

async function search(context: SignedInContext & InRoom, service: Service, query: string): Promise<Result<SearchResult>> {
  const opened = await openService(context, context.user.id, service);
  if (!opened.ok) return opened;
  const { client } = opened.value;
  const signal = AbortSignal.timeout(SEARCH_WITHIN_MS);
  if (query === "" && !client.browse) return ok({ tracks: [], collections: [], matches: [] });
  const found = query === "" && client.browse ? await client.browse(signal) : await client.search(query, signal);
  if (!found.ok) return fail(found.error.code);
  const { tracks, collections } = found.value;
  const clipped = collections.map(clipCollection).filter((collection) => collection !== null);
  return ok({ tracks: await markForCaller(context, tracks), collections: clipped, matches: [] });
}

async function resolve(
  context: SignedInContext & InRoom,
  { service, target }: { readonly service: Service; readonly target: ServiceTarget },
): Promise<Result<ResolveResult>> {
  const opened = await openService(context, context.user.id, service);
  if (!opened.ok) return opened;
  const resolved = await opened.value.client.resolve(target, AbortSignal.timeout(SEARCH_WITHIN_MS));
  if (!resolved.ok) return fail(resolved.error.code);
  const { collection, tracks, isCut } = resolved.value;
  return ok({
    service,
    collection: collection && clipCollection(collection),
    tracks: await markForCaller(context, tracks),
    isCut,
  });
}

function markForCaller({ db, user, access }: SignedInContext & InRoom, tracks: ResolvedTarget["tracks"]) {
  return markFound(db, tracks, { userId: user.id, roomId: access.room.id });
}
