import type { ServiceTrack } from "#app/domain/imports/service.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";

export type SearchResult = FunctionValue<"imports.search">;
export type ResolveResult = FunctionValue<"imports.resolve">;
/** A track of a service, compared with the caller's library and the room. */
export type FoundTrack = SearchResult["tracks"][number];
/** A track of the library or of a service that may be the wanted one. */
export type TrackMatch = SearchResult["matches"][number];
export type ServiceConnection = FunctionValue<"imports.connections">["services"][number];

/** Identifies a track among those of all services. */
export function keyOf({ service, id }: Pick<ServiceTrack, "service" | "id">): string {
  return `${service} ${id}`;
}
