import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { attachLyrics } from "#app/features/lyrics/attach-lyrics.ts";
import { texts } from "#app/i18n/en/tracks-texts.ts";
import { INITIAL_ROOM_VIEW } from "#app/server-client/room/room-view.ts";
import { dismissAllNotices, notices } from "#app/ui/notice-store.ts";
import type { OfferUndo } from "#app/ui/use-offer-undo.ts";
import { buildRoom, INFO, OWNER, userId } from "#tests/support/builders.ts";
import { englishOf } from "#tests/support/english.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

const t = englishOf("lyrics", texts);
const ROOM = buildRoom(2);
const TRACK = ROOM.playlist[1]?.track;

let answers: Answers;
let server: FunctionServer;
let offers: Parameters<OfferUndo>[];

beforeEach(() => {
  vi.useFakeTimers();
  offers = [];
  answers = { "lyrics.set": ({ trackId }) => ok({ trackId, updatedAtMs: 5, formerText: null }) };
  server = serveFunctions(answers);
});
afterEach(() => {
  dismissAllNotices();
  vi.runAllTimers();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Attaches a file in a room whose two tracks the owner has added. */
async function attach(name: string, options: { readonly text?: Result<string>; readonly isOwner?: boolean } = {}) {
  const { text = ok("La la"), isOwner = true } = options;
  const self = { userId: isOwner ? OWNER : userId("leo"), effectiveRole: isOwner ? "owner" : "participant" } as const;
  await attachLyrics(
    { roomId: INFO.id, name, text },
    {
      view: { ...INITIAL_ROOM_VIEW, state: ROOM, self },
      t,
      errorText: (error: ErrorCode) => `error ${error}`,
      offerUndo(...offer) {
        offers.push(offer);
        return null;
      },
    },
  );
}
const shown = () => notices.view.get().visible.map(({ variant, title, message }) => [variant, title, message]);

describe("a lyrics file without an audio file", () => {
  it("LY8 belongs to the track that its name names, and can be taken away again", async () => {
    await attach("Artist - Track 2.lrc");
    const args = { roomId: INFO.id, trackId: TRACK?.id, text: "La la", expectedUpdatedAtMs: null };
    expect(server.argsOf("lyrics.set")).toEqual([args]);
    expect([offers[0]?.[0], shown()]).toEqual([{ variant: "success", title: "Lyrics added to Track 2" }, []]);
    expect(await offers[0]?.[1]()).toBeNull();
    expect(server.argsOf("lyrics.set")[1]).toEqual({ ...args, text: "", expectedUpdatedAtMs: 5 });
  });

  it("LY11 needs a track of that name that the person may edit", async () => {
    const noTrack = (name: string) => ["error", t("files.noTrack", { name }), t("files.noTrackText")];
    await attach("Polka.lrc");
    await attach("Track 2.lrc", { isOwner: false });
    expect(shown()).toEqual([noTrack("Polka.lrc"), noTrack("Track 2.lrc")]);
    expect([server.calls, offers]).toEqual([[], []]);
  });

  it("is reported with the reason if it is of no use", async () => {
    await attach("Track 2.lrc", { text: fail("file-empty") });
    expect(shown()).toEqual([["error", t("files.unusable", { name: "Track 2.lrc" }), "error file-empty"]]);
    expect(server.calls).toEqual([]);
  });

  it("LY11 does not replace lyrics that are there already", async () => {
    answers["lyrics.set"] = () => fail("changed-since");
    await attach("Track 2.lrc");
    expect(shown()).toEqual([["error", "Track 2 already has lyrics", t("files.existsText")]]);
  });

  it("is reported with the reason of any other refusal", async () => {
    answers["lyrics.set"] = () => fail("network");
    await attach("Track 2.lrc");
    expect([shown(), offers]).toEqual([[["error", t("files.unusable", { name: "Track 2.lrc" }), "error network"]], []]);
  });
});
