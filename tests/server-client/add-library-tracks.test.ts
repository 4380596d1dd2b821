import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { fail, ok } from "#app/domain/result.ts";
import { addLibraryTracks } from "#app/server-client/add-library-tracks.ts";
import { toSpecificCode } from "#app/server-client/to-specific-code.ts";
import { INFO, trackId } from "#tests/support/builders.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

const COUNT = playlistLimits.entriesPerCommand;
/** Enough tracks for three calls. */
const IDS = Array.from({ length: 2 * COUNT + 1 }, (_, i) => trackId(i));

let answers: Answers;
let server: FunctionServer;

beforeEach(() => {
  answers = { "playlist.add": () => ok({ revision: 1 }) };
  server = serveFunctions(answers);
});
afterEach(() => vi.unstubAllGlobals());

/** Adds all tracks. Returns the outcome and how many were added after each call. */
async function addAll(ids: readonly TrackId[] = IDS) {
  const sizes: number[] = [];
  const outcome = await addLibraryTracks(INFO.id, ids, (added) => sizes.push(added.size));
  return { outcome, sizes };
}

it("many tracks are added in several calls, in their order", async () => {
  expect(await addAll()).toEqual({ outcome: ok(null), sizes: [COUNT, 2 * COUNT, 2 * COUNT + 1] });
  expect(server.argsOf("playlist.add").flatMap(({ trackIds }) => trackIds)).toEqual(IDS);
});

it("the first refusal ends the addition, and what was added before stays so", async () => {
  answers["playlist.add"] = () => (server.calls.length < 2 ? ok({ revision: 1 }) : fail("playlist-full"));
  expect(await addAll()).toEqual({ outcome: fail("playlist-full"), sizes: [COUNT] });
  expect(server.calls).toHaveLength(2);
});

it("no tracks need no call", async () => {
  expect(await addAll([])).toEqual({ outcome: ok(null), sizes: [] });
  expect(server.calls).toEqual([]);
});

it("an error that tells the person what to do is shown, and any other names the failed action", () => {
  for (const code of ["network", "too-many-requests", "login-required"] as const) {
    expect(toSpecificCode(code, "profile-update-failed")).toBe(code);
  }
  for (const code of ["internal", "forbidden"] as const) {
    expect(toSpecificCode(code, "profile-update-failed")).toBe("profile-update-failed");
  }
});
