import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok } from "#app/domain/result.ts";
import { expectAll } from "#app/domain/tracks/track-undo.ts";
import { createUpdateUndo } from "#app/features/track-edit/undo-update.ts";
import type { UpdatedTrack } from "#app/features/track-edit/update-tracks.ts";
import { buildEntry, INFO, trackId } from "#tests/support/builders.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

/** A track whose album was changed. */
function updated(n: number): UpdatedTrack {
  const former = buildEntry(n).track;
  return { former, track: { ...former, album: "Зима" } };
}
/** A track of another person, of which the room got an edition. */
function edition(n: number): UpdatedTrack {
  const { former, track } = updated(n);
  return { former, track: { ...track, id: trackId(`edition${n}`) } };
}

const describeFailures = ({ failed, total, error }: { failed: number; total: number; error: ErrorCode }) =>
  `${failed} of ${total}: ${error}`;
const undoOf = (...updates: readonly UpdatedTrack[]) => createUpdateUndo(INFO.id, updates, describeFailures);

let answers: Answers;
let server: FunctionServer;

beforeEach(() => {
  answers = {
    "tracks.update": ({ trackId }) => ok({ trackId, track: updated(1).former, former: updated(1).track }),
    "tracks.undoEdition": () => ok({ track: updated(1).former }),
  };
  server = serveFunctions(answers);
});
afterEach(() => vi.unstubAllGlobals());

describe("the undo of an update", () => {
  it("UD3 UD4 returns the former values of the last track first, and the original of an edition", async () => {
    expect(await undoOf(updated(1), edition(2))()).toEqual({ type: "done" });
    expect(server.calls).toMatchObject([
      {
        path: "tracks.undoEdition",
        args: {
          ...{ trackId: edition(2).track.id, originalId: edition(2).former.id, roomId: INFO.id },
          expected: expectAll(edition(2).track),
        },
      },
      {
        path: "tracks.update",
        args: { trackId: updated(1).track.id, roomId: INFO.id, changes: { album: "" }, expected: { album: "Зима" } },
      },
    ]);
  });

  it("continues after a refusal, and reports the last reason once all are tried", async () => {
    const reasons = new Map<string, ErrorCode>([
      [updated(1).track.id, "changed-since"],
      [updated(3).track.id, "internal"],
    ]);
    answers["tracks.update"] = ({ trackId }) => {
      const reason = reasons.get(trackId);
      return reason ? fail(reason) : ok({ trackId, track: updated(2).former, former: updated(2).track });
    };
    const reason = "2 of 3: changed-since";
    expect(await undoOf(updated(1), updated(2), updated(3))()).toEqual({ type: "refused", reason });
    reasons.delete(updated(1).track.id);
    expect(await undoOf(updated(3))()).toEqual({ type: "refused", reason: "1 of 1: track-update-failed" });
  });

  it("continues with the remaining tracks after the connection was lost, and remembers refusals", async () => {
    const undo = undoOf(updated(1), updated(2), updated(3));
    const lost = updated(2).track.id;
    answers["tracks.update"] = ({ trackId }) => fail(trackId === lost ? "network" : "changed-since");
    expect(await undo()).toEqual({ type: "offline" });
    answers["tracks.update"] = ({ trackId }) => ok({ trackId, track: updated(2).former, former: updated(2).track });
    expect(await undo()).toEqual({ type: "refused", reason: "1 of 3: changed-since" });
    const tried = server.argsOf("tracks.update").map(({ trackId }) => trackId);
    expect(tried).toEqual([3, 2, 2, 1].map((n) => updated(n).track.id));
  });

  it("UD4 has succeeded if an earlier attempt has deleted the edition", async () => {
    answers["tracks.undoEdition"] = () => fail("track-not-found");
    expect(await undoOf(edition(1))()).toEqual({ type: "done" });
    answers["tracks.undoEdition"] = () => fail("undo-expired");
    expect(await undoOf(edition(1))()).toEqual({ type: "refused", reason: "1 of 1: undo-expired" });
  });
});
