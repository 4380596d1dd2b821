import { beforeAll, describe, expect, it } from "vitest";
import { functions } from "#workers/functions/registry.ts";
import { type Callers, seedCallers } from "./callers.ts";
import { CALLERS, type Caller, expectedIn, MEMBERS, ROOM_KINDS, type RoomKind, rowsOf } from "./expected.ts";
import { ACTS, type Scene, selfOf } from "./function-calls.ts";
import { callerAt, giveEveryoneRoles, rowsOfRoom, type SeededRoom, seedRoom, stateOf } from "./seeded-room.ts";

type FunctionAnswerBody = {
  readonly status?: string;
  readonly value?: unknown;
  readonly errorMessage?: string;
  readonly errorData?: { readonly code: string };
  readonly code?: string;
};
type Answer = { readonly outcome: string; readonly value: unknown };

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

function kindOf(row: string): "query" | "mutation" | "action" {
  const definition = functions.get(functionOf(row));
  if (!definition) throw new Error(`there is no function ${functionOf(row)}`);
  return definition.kind;
}

const functionOf = (row: string) => row.split(" ")[0] ?? "";

async function ask(row: string, scene: Scene, args: object): Promise<Answer> {
  const browser = callerAt(cast, scene.caller, scene.room);
  const answer = await browser.post(`/api/${kindOf(row)}`, { path: functionOf(row), format: "json", args });
  const body = await answer.json<FunctionAnswerBody>();
  if (body.status === "success") return { outcome: "ok", value: body.value };
  // a call that reached no function has its code outside
  return { outcome: body.errorData?.code ?? body.code ?? `${answer.status} ${body.errorMessage}`, value: null };
}

/** Where there is no password, none is right. */
function hasSense(row: string, kind: RoomKind): boolean {
  return row !== "rooms.generateAccessToken" || kind === "locked" || kind === "unlocked";
}

/** What changes is somebody's account, which tests of its own look at. */
const isOfAccount = (row: string) => row.startsWith("users.");

describe("the table", () => {
  it("names every function", () => {
    const named = new Set(rowsOf("functions").map(functionOf));
    expect([...functions.keys()].filter((name) => !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !functions.has(name))).toEqual([]);
    expect(Object.keys(ACTS).sort()).toEqual([...rowsOf("functions")].sort());
  });
});

describe.each(ROOM_KINDS)("in a room that is %s", (kind) => {
  let room: SeededRoom;
  beforeAll(async () => {
    room = await seedRoom(cast, kind);
  });

  it.each(rowsOf("functions").filter((row) => hasSense(row, kind)))(
    "%s is answered to everybody as the table says",
    async (row) => {
      const isMutation = kindOf(row) !== "query" && !isOfAccount(row);
      const wrong: string[] = [];
      let known: string | null = null;
      for (const caller of CALLERS) {
        const scene = { cast, room, caller, self: selfOf(cast, caller) };
        const args = ACTS[row]?.(scene) ?? {};
        // something was made for this call
        if (args instanceof Promise) known = null;
        const given = await args;
        known = isMutation ? (known ?? (await everythingOf(room))) : "";
        const { outcome } = await ask(row, scene, given);
        const expected = expectedIn("functions", row, { caller, kind });
        if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
        if (!isMutation) continue;
        const hasChanged = (await everythingOf(room)) !== known;
        if (outcome !== "ok" && hasChanged) wrong.push(`${caller}: refused, and something has changed all the same`);
        if (outcome === "ok" && !hasChanged && !changesNothing(row, caller)) wrong.push(`${caller}: nothing has happened`);
        // who comes next finds everything as it was
        if (row === "rooms.remove" && outcome === "ok") room = await seedRoom(cast, kind);
        else if (hasChanged) await giveEveryoneRoles(cast, room);
        if (hasChanged) known = null;
      }
      expect(wrong).toEqual([]);
    },
  );
});

/** Looks for what a line of the table is about in an answer; a refusal shows nothing. */
const SIGHTS: Readonly<Record<string, (answer: string, scene: Scene) => boolean>> = {
  "rooms.getPublicRoomsWithAuthors of public": (answer, { room }) => answer.includes(room.id),
  "rooms.getPublicRoomsWithAuthors of hidden": (answer, { room }) => answer.includes(room.id),
  "rooms.getUserRoomsWithAuthors": (answer, { room }) => answer.includes(room.id),
  "rooms.getRoomInfoByUrl the description": (answer, { room }) => answer.includes(room.info.description),
  "members.list who asks and who was denied": (answer) =>
    [cast.asker, cast.requested, cast.rejected].some(({ username }) => answer.includes(`"${username}"`)) ||
    answer.includes('"role":"re'),
  "members.list usernames": (answer) => answer.includes(`"${cast.pupil.username}"`),
  "uploads.list own": (answer) => answer.includes('"sizeBytes":10,'),
  "uploads.list another's": (answer) => answer.includes('"sizeBytes":11,'),
  "playlist.match the room's": (answer) => /"trackIds":\["/.test(answer),
  "tracks.list the room's": (answer) => answer.includes('"isHere":true'),
  "tracks.usage of public": (answer, { room }) => answer.includes(room.id),
  "tracks.usage of hidden": (answer, { room }) => answer.includes(room.id),
  "tracks.listTracksWithoutAnalysis own": (answer) => answer.includes('"sizeBytes":10,'),
  "tracks.listTracksWithoutAnalysis another's": (answer) => answer.includes('"sizeBytes":11,'),
  "tracks.findDuplicates of the room's": (answer) => answer.includes('"isExact":true'),
  "invites.list own": (answer, { self }) => answer.includes(`"createdBy":"${self.person.id}"`),
  "invites.list another's": (answer, { room }) => answer.includes(room.invite.id),
};

/** Where a line is about rooms of one visibility only. */
function isAbout(row: string, kind: RoomKind): boolean {
  return kind === "hidden" ? !row.endsWith(" of public") : !row.endsWith(" of hidden");
}

describe.each(ROOM_KINDS)("of a room that is %s", (kind) => {
  it("every line of what is shown to some only is tried", () => {
    expect(Object.keys(SIGHTS).sort()).toEqual([...rowsOf("sights")].sort());
  });

  it.each(rowsOf("sights").filter((row) => isAbout(row, kind)))("%s is shown to whom the table says", async (row) => {
    const room = await seedRoom(cast, kind, { description: "Told to some" });
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const scene = { cast, room, caller, self: selfOf(cast, caller) };
      const act = functionOf(row);
      const { value } = await ask(act, scene, (await ACTS[act]?.(scene)) ?? {});
      const seen = SIGHTS[row]?.(JSON.stringify(value), scene) ? "yes" : "-";
      const expected = expectedIn("sights", row, { caller, kind });
      if (seen !== expected) wrong.push(`${caller}: ${seen}, not ${expected}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** Who is a member stays what they are by a link, and no token is over yet. */
function changesNothing(row: string, caller: Caller): boolean {
  return row === "rooms.cleanupExpiredTokens" || (row === "invites.accept" && (MEMBERS as readonly Caller[]).includes(caller));
}

async function everythingOf(room: SeededRoom): Promise<string> {
  return JSON.stringify([await rowsOfRoom(room.id), await stateOf(room)]);
}
