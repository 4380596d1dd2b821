import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { waitUntil } from "#tests/support/wait.ts";
import { functions } from "#workers/api/registry.ts";
import type { CallerKind } from "#workers/functions/define.ts";
import { Pacer } from "#workers/room-object/pacer.ts";
import { CALLERS, type Caller, listCallersIn, MEMBERS, ROOM_KINDS, type RoomKind } from "./caller-kinds.ts";
import { type Callers, getSelf, seedCallers } from "./callers.ts";
import { expectedOutcome, listRows, listRowsIn } from "./expected-outcomes.ts";
import { type CallContext, OTHER_FILE_BYTES, OWN_FILE_BYTES } from "./function-args.ts";
import { FUNCTION_CALLS } from "./function-calls.ts";
import { refillMessageAllowance } from "./refill-message-allowance.ts";
import { createCallerClient, resetRoomRows, type SeededRoom, seedRoom } from "./seeded-room.ts";
import { readRoomRows, readRoomState } from "./stored-room.ts";

afterAll(() => void vi.restoreAllMocks());

type ResponseBody = {
  readonly status?: string;
  readonly value?: unknown;
  readonly errorMessage?: string;
  readonly errorData?: { readonly code: string };
  readonly code?: string;
};
/** The same outcome in every room that has a password. */
const TOKEN_ROW = "rooms.generateAccessToken";

type CallResult = { readonly outcome: string; readonly value: unknown };

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});

/** A room object stores reactions and counts votes with the next action of its pacer, which may come later than its reply. */
const requestLater = vi.spyOn(Pacer.prototype, "request");

/** The function of a row; a row's name starts with it. */
const functionOf = (row: string) => row.split(" ")[0] ?? "";

function kindOf(row: string): "query" | "mutation" | "action" {
  const definition = functions.get(functionOf(row));
  if (!definition) throw new Error(`no such function: ${functionOf(row)}`);
  return definition.kind;
}

async function call(row: string, context: CallContext, args: object): Promise<CallResult> {
  const client = createCallerClient(callers, context.caller, context.room);
  const response = await client.post(`/api/${kindOf(row)}`, { path: functionOf(row), format: "json", args });
  const body = await response.json<ResponseBody>();
  if (body.status === "success") return { outcome: "ok", value: body.value };
  // an unknown function has its code outside of `errorData`
  return { outcome: body.errorData?.code ?? body.code ?? `${response.status} ${body.errorMessage}`, value: null };
}

function listTriedRows(kind: RoomKind): readonly string[] {
  const rows = listRowsIn("functions", kind).filter((row) => row !== TOKEN_ROW);
  // a room without a password has no access token to generate
  return kind === "locked" || kind === "unlocked" ? [...rows, TOKEN_ROW] : rows;
}

/** Changes of accounts, which the tests of accounts check. */
const isOfAccount = (row: string) => /^users\.|^imports\.(connect|disconnect)$/.test(row);

describe("the functions table", () => {
  const rows = listRows("functions");
  const names = new Set(rows.map(functionOf));

  it("names every function", () => {
    const missing = [...functions.keys()].filter((name) => !names.has(name));
    const help = `add a row to FUNCTIONS in expected-outcomes.ts and a call to FUNCTION_CALLS in function-calls.ts for each of`;
    expect(missing, help).toEqual([]);
  });

  it("names no function that does not exist", () => {
    const unknown = [...names].filter((name) => !functions.has(name));
    expect(unknown, "remove the rows from FUNCTIONS in expected-outcomes.ts of").toEqual([]);
  });

  it("has a call for every row", () => {
    const help = "FUNCTION_CALLS in function-calls.ts needs a call for each row of FUNCTIONS in expected-outcomes.ts";
    expect(Object.keys(FUNCTION_CALLS).sort(), help).toEqual([...rows].sort());
  });

  it("agrees with the access requirement that each function declares", () => {
    const declared = [...functions].map(([name, { access }]) => `${name}: ${access.caller}`);
    const expected = [...functions.keys()].map((name) => `${name}: ${expectedCallerKind(name)}`);
    expect(declared, "the `access` of a function contradicts its rows of FUNCTIONS in expected-outcomes.ts").toEqual(expected);
  });
});

/** The callers that may use a function at all, according to all its rows. */
function expectedCallerKind(name: string): CallerKind {
  const rows = listRows("functions").filter((row) => functionOf(row) === name);
  const listOutcomes = (caller: Caller) =>
    rows.flatMap((row) => ROOM_KINDS.map((kind) => expectedOutcome("functions", row, { caller, kind })));
  if (CALLERS.flatMap(listOutcomes).every((outcome) => outcome === "unknown-function")) return "superadmin";
  return listOutcomes("guest").every((outcome) => outcome === "login-required") ? "signed-in" : "anyone";
}

describe.each(ROOM_KINDS)("functions in a room that is %s", (kind) => {
  let room: SeededRoom;
  beforeAll(async () => {
    room = await seedRoom(callers, kind);
  });

  it.each(listTriedRows(kind))("%s has the expected outcome for every caller", async (row) => {
    refillMessageAllowance();
    const isMutation = kindOf(row) !== "query" && !isOfAccount(row);
    const wrong: string[] = [];
    let before: string | null = null;
    for (const caller of listCallersIn(kind)) {
      const context = { callers, room, caller, self: getSelf(callers, caller) };
      const preparing = FUNCTION_CALLS[row]?.(context) ?? {};
      // the preparation changes what is stored
      if (preparing instanceof Promise) before = null;
      const args = await preparing;
      before = isMutation ? (before ?? (await readEverything(room))) : "";
      requestLater.mockClear();
      const { outcome } = await call(row, context, args);
      const willChangeLater = requestLater.mock.calls.length > 0;
      const expected = expectedOutcome("functions", row, { caller, kind });
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
      if (!isMutation) continue;
      const differs = async () => (await readEverything(room)) !== before;
      const mustChange = outcome === "ok" && !mayChangeNothing(row, caller);
      // reactions and the counts of votes follow within a moment
      const hasChanged = mustChange ? await waitUntil(differs).catch(() => false) : (await differs()) || willChangeLater;
      if (outcome !== "ok" && hasChanged) wrong.push(`${caller}: refused, but something has changed`);
      if (mustChange && !hasChanged) wrong.push(`${caller}: nothing has changed`);
      // the next caller starts from the same rows
      if (row === "rooms.remove" && outcome === "ok") room = await seedRoom(callers, kind);
      else if (hasChanged) await resetRoomRows(callers, room);
      if (hasChanged) before = null;
    }
    expect(wrong).toEqual([]);
  });
});

/** A search changes nothing; a member who accepts an invite keeps their role; no seeded token has expired. */
function mayChangeNothing(row: string, caller: Caller): boolean {
  if (row === "imports.search" || row === "imports.resolve") return true;
  return row === "rooms.cleanupExpiredTokens" || (row === "invites.accept" && (MEMBERS as readonly Caller[]).includes(caller));
}

async function readEverything(room: SeededRoom): Promise<string> {
  return JSON.stringify([await readRoomRows(room.id), await readRoomState(room)]);
}

/** Whether the JSON of an answer contains what a row of the visibility table names. The answer of a refusal is `null`. */
const VISIBILITY: Readonly<Record<string, (json: string, context: CallContext) => boolean>> = {
  "rooms.getPublicRoomsWithAuthors the public room": (json, { room }) => json.includes(room.id),
  "rooms.getPublicRoomsWithAuthors the hidden room": (json, { room }) => json.includes(room.id),
  "rooms.getUserRoomsWithAuthors": (json, { room }) => json.includes(room.id),
  "rooms.listTargets": (json, { room }) => json.includes(room.id),
  "rooms.getRoomInfoByUrl the description": (json, { room }) => json.includes(room.info.description),
  "members.list pending and rejected requests": (json) =>
    [callers.requester, callers.requested, callers.rejected].some(({ username }) => json.includes(`"${username}"`)) ||
    json.includes('"role":"re'),
  "members.list usernames": (json) => json.includes(`"${callers.invitee.username}"`),
  "uploads.list own": (json) => json.includes(`"sizeBytes":${OWN_FILE_BYTES},`),
  "uploads.list another's": (json) => json.includes(`"sizeBytes":${OTHER_FILE_BYTES},`),
  "imports.list own": (json) => json.includes('"title":"own"'),
  "imports.list another's": (json) => json.includes('"title":"another\'s"'),
  "playlist.match a track of the room": (json) => /"trackIds":\["/.test(json),
  "tracks.list a track of the room": (json) => json.includes('"isHere":true'),
  "tracks.usage the public room": (json, { room }) => json.includes(room.id),
  "tracks.usage the hidden room": (json, { room }) => json.includes(room.id),
  "tracks.listTracksWithoutAnalysis own": (json) => json.includes(`"sizeBytes":${OWN_FILE_BYTES},`),
  "tracks.listTracksWithoutAnalysis another's": (json) => json.includes(`"sizeBytes":${OTHER_FILE_BYTES},`),
  "tracks.findDuplicates a track of the room": (json) => json.includes('"isExact":true'),
  "invites.list own": (json, { self }) => json.includes(`"createdBy":"${self.person.id}"`),
  "invites.list another's": (json, { room }) => json.includes(room.invite.id),
};

describe("the visibility table", () => {
  it("has a check for every row", () => {
    expect(Object.keys(VISIBILITY).sort()).toEqual([...listRows("visibility")].sort());
  });
});

/** Some rows are about rooms of one visibility only. */
function isAbout(row: string, kind: RoomKind): boolean {
  return kind === "hidden" ? !row.endsWith(" the public room") : !row.endsWith(" the hidden room");
}

describe.each(ROOM_KINDS)("answers about a room that is %s", (kind) => {
  it.each(listRows("visibility").filter((row) => isAbout(row, kind)))(
    "%s is visible to the expected callers only",
    async (row) => {
      const room = await seedRoom(callers, kind, { description: "Members only" });
      const wrong: string[] = [];
      for (const caller of CALLERS) {
        const context = { callers, room, caller, self: getSelf(callers, caller) };
        const name = functionOf(row);
        const { value } = await call(name, context, (await FUNCTION_CALLS[name]?.(context)) ?? {});
        const visible = VISIBILITY[row]?.(JSON.stringify(value), context) ? "yes" : "-";
        const expected = expectedOutcome("visibility", row, { caller, kind });
        if (visible !== expected) wrong.push(`${caller}: ${visible}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    },
  );
});
