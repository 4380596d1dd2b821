import { describe, expect, it } from "vitest";
import { type SessionPlay, sessionLimits, summarizeSession } from "#app/domain/playback/session-summary.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import { trackId, userId } from "#tests/support/builders.ts";

const [MIRA, OTTO] = [userId("mira"), userId("otto")];

function play(n: number, minute: number, changes: Partial<SessionPlay> = {}): SessionPlay {
  const track = { trackId: trackId(n), title: `Track ${n}`, artist: "Artist", durationMs: 5 * MINUTE_MS };
  return { ...track, addedBy: MIRA, atMs: minute * MINUTE_MS, playedMs: 5 * MINUTE_MS, ...changes };
}

const summarize = (plays: readonly SessionPlay[], changes: Partial<Parameters<typeof summarizeSession>[1]> = {}) =>
  summarizeSession(plays.toReversed(), { serverNowMs: 1000 * MINUTE_MS, isPlaying: false, reactions: new Map(), ...changes });

describe("the summary of a session", () => {
  it("SN1 begins after the last silence of more than 30 minutes", () => {
    const [before, first, last] = [play(1, 0), play(2, 35.1), play(3, 70)];
    expect(summarize([before, first, last])).toMatchObject({ startedAtMs: first.atMs, plays: 2 });
    const onTime = play(2, 35);
    expect(summarize([before, onTime, last])).toMatchObject({ startedAtMs: before.atMs, plays: 3 });
  });

  it("SN1 counts the silence from the end of a play: a long track is none", () => {
    const mix = play(1, 0, { playedMs: 90 * MINUTE_MS });
    expect(summarize([mix, play(2, 91)])).toMatchObject({ plays: 2 });
  });

  it("SN1 reads no more of the history than the session", () => {
    const read: number[] = [];
    function* history() {
      for (const one of [play(3, 100), play(2, 95), play(1, 0), play(0, -100)]) {
        read.push(one.atMs);
        yield one;
      }
    }
    const summary = summarizeSession(history(), { serverNowMs: 0, isPlaying: false, reactions: new Map() });
    expect(summary?.plays).toBe(2);
    expect(read).toHaveLength(3);
  });

  it("SN1 has no summary if nothing has played", () => {
    expect(summarize([])).toBeNull();
  });

  it("SN2 lasts until now while the room plays, and otherwise ends with the latest play", () => {
    const plays = [play(1, 0), play(2, 5)];
    expect(summarize(plays)?.endedAtMs).toBe(10 * MINUTE_MS);
    expect(summarize(plays, { isPlaying: true, serverNowMs: 7 * MINUTE_MS })?.endedAtMs).toBe(7 * MINUTE_MS);
  });

  it("SN3 lists the tracks by reactions, then by plays, then in the order of their first plays", () => {
    const plays = [play(1, 0), play(2, 5), play(3, 10), play(3, 15), play(4, 20)];
    const titles = (reactions: ReadonlyMap<ReturnType<typeof trackId>, number>) =>
      summarize(plays, { reactions })?.tracks.map(({ title, plays, reactions }) => [title, plays, reactions]);
    expect(titles(new Map())).toEqual([
      ["Track 3", 2, 0],
      ["Track 1", 1, 0],
      ["Track 2", 1, 0],
      ["Track 4", 1, 0],
    ]);
    expect(titles(new Map([[trackId(4), 2]]))?.map(([title]) => title)).toEqual(["Track 4", "Track 3", "Track 1", "Track 2"]);
  });

  it("SN3 shows a track with its latest title, and counts all tracks", () => {
    const plays = Array.from({ length: sessionLimits.tracks + 5 }, (_, n) => play(n, n * 5));
    const renamed = { ...play(0, plays.length * 5), title: "Renamed" };
    const summary = summarize([...plays, renamed]);
    expect(summary?.tracks[0]).toMatchObject({ title: "Renamed", plays: 2 });
    expect(summary?.tracks).toHaveLength(sessionLimits.tracks);
    expect(summary?.trackCount).toBe(plays.length);
  });

  it("SN4 lists everyone who added the tracks, most plays first", () => {
    const plays = [play(1, 0), play(2, 5, { addedBy: OTTO }), play(3, 10, { addedBy: OTTO })];
    expect(summarize(plays)?.people).toEqual([
      { userId: OTTO, plays: 2 },
      { userId: MIRA, plays: 1 },
    ]);
  });
});
