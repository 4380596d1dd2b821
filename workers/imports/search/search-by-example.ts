import type { MatchTrack } from "#app/domain/imports/match-track.ts";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { ok, type Result } from "#app/domain/result.ts";
import type { ServiceClient, ServiceFailure } from "#workers/imports/services/service-client.ts";

/** Searches a service for tracks like the wanted one, in no particular order. Fails only if every search has failed. */
export async function searchByExample(
  client: ServiceClient,
  { title, artist }: MatchTrack,
  signal: AbortSignal,
): Promise<Result<readonly ServiceTrack[], ServiceFailure>> {
  // some services search the titles only
  const queries = [`${artist} ${title}`.trim(), ...(artist === "" ? [] : [title])];
  const found = await Promise.all(queries.map((query) => client.search(query, signal)));
  const failed = found.find((each) => !each.ok);
  if (failed && !failed.ok && found.every((each) => !each.ok)) return failed;
  const tracks = found.flatMap((each) => (each.ok ? each.value.tracks : []));
  return ok([...new Map(tracks.map((track) => [track.id, track])).values()]);
}
