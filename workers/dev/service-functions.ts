import { z } from "zod";
import { type MatchTrack, scoreMatch } from "#app/domain/imports/match-track.ts";
import { SERVICES, type ServiceTrack } from "#app/domain/imports/service.ts";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { durationMs } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext, superadmin } from "#workers/functions/define.ts";
import { openService } from "#workers/imports/connections/open-service.ts";
import { searchByExample } from "#workers/imports/search/search-by-example.ts";
import type { ServiceClient } from "#workers/imports/services/service-client.ts";

/** The answer of a music service, for the developer pages. */
export type ServiceTest = {
  readonly tracks: readonly {
    readonly track: ServiceTrack;
    /** From 0 to 100 for a search by example; null otherwise. */
    readonly score: number | null;
  }[];
  /** The prepared download of a single track: its name, and the host that has it. Null without one. */
  readonly file: { readonly fileName: string; readonly host: string } | null;
};

const WITHIN_MS = 30 * SECOND_MS;
const text = z.string().max(500);
const service = z.enum(SERVICES);
const example = z.strictObject({
  title: text.min(1),
  artist: text,
  durationMs: durationMs.nullable(),
  isrc: z.string().max(30).nullable(),
});

/** Functions that call music services with the accounts that the caller has connected. */
export const serviceFunctions = {
  testService: defineFunction({
    kind: "action",
    access: superadmin,
    summary:
      "Calls a music service: searches for a query, looks for a track by example, or resolves a link and prepares the download of its track.",
    returns:
      "`tracks`, each with `track` and `score` (null unless it was a search by example); `file` with `fileName` and `host` of a prepared download, or null.",
    args: z.union([
      z.strictObject({ service, query: text.min(1) }),
      z.strictObject({ service, like: example }),
      z.strictObject({ service, link: z.string().min(1).max(2000) }),
    ]),
    handler: async (context: SignedInContext, args): Promise<Result<ServiceTest>> => {
      const opened = await openService(context, context.user.id, args.service);
      if (!opened.ok) return opened;
      const { client } = opened.value;
      const signal = AbortSignal.timeout(WITHIN_MS);
      if ("link" in args) return testLink(client, args, signal);
      return "like" in args ? testExample(client, args.like, signal) : testQuery(client, args.query, signal);
    },
  }),
};

async function testQuery(client: ServiceClient, query: string, signal: AbortSignal): Promise<Result<ServiceTest>> {
  const found = await client.search(query, signal);
  if (!found.ok) return fail(found.error.code);
  return ok({ tracks: found.value.tracks.map((track) => ({ track, score: null })), file: null });
}

async function testExample(client: ServiceClient, wanted: MatchTrack, signal: AbortSignal): Promise<Result<ServiceTest>> {
  const found = await searchByExample(client, wanted, signal);
  if (!found.ok) return fail(found.error.code);
  const tracks = found.value.map((track) => ({ track, score: scoreMatch(wanted, track) }));
  return ok({ tracks: tracks.sort((a, b) => b.score - a.score), file: null });
}

async function testLink(
  client: ServiceClient,
  { service, link }: { readonly service: string; readonly link: string },
  signal: AbortSignal,
): Promise<Result<ServiceTest>> {
  const parsed = parseServiceLink(link);
  if (parsed?.service !== service) return fail("service-link-invalid");
  const resolved = await client.resolve(parsed.target, signal);
  if (!resolved.ok) return fail(resolved.error.code);
  const { collection, tracks: found } = resolved.value;
  const tracks = found.map((track) => ({ track, score: null }));
  const [first] = found;
  if (collection || !first || !client.locate) return ok({ tracks, file: null });
  const located = await client.locate(first.id, signal);
  if (!located.ok) return fail(located.error.code);
  const { fileName, link: fileLink } = located.value;
  return ok({ tracks, file: { fileName, host: new URL(fileLink).host } });
}
