import { beforeAll, describe, expect, it } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import type { FunctionName } from "#workers/functions/registry.ts";
import { browserOf, type Callers, seedCallers } from "./callers.ts";
import type { RoomKind } from "./expected.ts";
import { type Ear, listenAt } from "./join-room.ts";
import { keyHeaders, type SeededRoom, seedRoom, stateOf } from "./seeded-room.ts";
import { type Gate, newGate, slowWorker } from "./slow-worker.ts";

let cast: Callers;
beforeAll(async () => {
  cast = await seedCallers();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** So that everything happens before everything once. */
const ROUNDS = Array.from({ length: 24 }, (_, round) => ({ socketAfter: round % 6, changeAfter: Math.floor(round / 6) }));
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await pause(0);
};

/** What somebody who came in at the wrong moment may still do: nothing, or what they are by now. */
async function standsAs(ear: Ear): Promise<string> {
  const outcome = await Promise.race([ear.outcome, pause(3000).then(() => "hangs")]);
  if (outcome !== "in") return outcome;
  const answer = await ear.command({ type: "play" });
  ear.socket.close(1000);
  return answer;
}

describe("who comes in while they lose what they had", () => {
  type Change = { readonly kind: RoomKind; readonly name: FunctionName; readonly args: object };
  const changes: Readonly<Record<string, Change>> = {
    "removed from a public room": { kind: "public", name: "members.remove", args: {} },
    "removed from a locked room": { kind: "locked", name: "members.remove", args: {} },
    "made a viewer": { kind: "locked", name: "members.changeRole", args: { role: "viewer" } },
  };

  it.each(Object.entries(changes))("never stays with their old role: %s", async (_, { kind, name, args }) => {
    const room = await seedRoom(cast, kind);
    const owner = browserOf(cast.owner);
    const browser = browserOf(cast.participant);
    const userId = cast.participant.person.id;
    const seen = new Map<string, number>();
    for (const { socketAfter, changeAfter } of ROUNDS) {
      await owner.refusal("members.add", { id: room.id, userId, role: "participant" });
      await owner.refusal("members.changeRole", { id: room.id, userId, role: "participant" });
      const [ear, refusal] = await Promise.all([
        turns(socketAfter).then(() => listenAt(browser, room.id)),
        turns(changeAfter).then(() => owner.refusal(name, { ...args, id: room.id, userId })),
      ]);
      expect(refusal).toBeUndefined();
      await stateOf(room);
      const stands = await standsAs(ear);
      seen.set(stands, (seen.get(stands) ?? 0) + 1);
    }
    const allowed = new Set(["forbidden", "closed", "waits", ...Object.values(CLOSE_CODES).map(String)]);
    expect([...seen.keys()].filter((stands) => !allowed.has(stands))).toEqual([]);
  });

  it("never stays in a room that was given a password, or removed, meanwhile", async () => {
    const stays: string[] = [];
    for (const [round, { socketAfter, changeAfter }] of ROUNDS.entries()) {
      const room = await seedRoom(cast, "public");
      const owner = browserOf(cast.owner);
      const isRemoval = round % 2 === 0;
      const [ear] = await Promise.all([
        turns(socketAfter).then(() => listenAt(browserOf(null), room.id)),
        turns(changeAfter).then(() =>
          isRemoval
            ? owner.call("rooms.remove", { id: room.id })
            : owner.call("rooms.update", { id: room.id, password: "secret" }),
        ),
      ]);
      const code = await Promise.race([ear.closed, pause(2000).then(() => null)]);
      if (code === null) stays.push(`${isRemoval ? "removed" : "locked"}: ${socketAfter}, ${changeAfter}`);
      ear.socket.close(1000);
    }
    expect(stays).toEqual([]);
  });
});

type Loss = {
  readonly kind: RoomKind;
  readonly who: "participant" | "guest" | "holder";
  readonly name: FunctionName;
  readonly args: object;
};
const LOSSES: Readonly<Record<string, Loss>> = {
  "is removed from a public room": { kind: "public", who: "participant", name: "members.remove", args: { isAbout: true } },
  "is removed from a locked room": { kind: "locked", who: "participant", name: "members.remove", args: { isAbout: true } },
  "is made a viewer": {
    kind: "public",
    who: "participant",
    name: "members.changeRole",
    args: { isAbout: true, role: "viewer" },
  },
  "finds a first password": { kind: "public", who: "guest", name: "rooms.update", args: { password: "a first one" } },
  "has the key to an old password": {
    kind: "unlocked",
    who: "holder",
    name: "rooms.update",
    args: { password: "another one" },
  },
  "finds the room removed": { kind: "public", who: "participant", name: "rooms.remove", args: {} },
};

/** Who comes in, with what they were when the Worker looked; and the owner, with what they are from now on. */
function sidesOf(room: SeededRoom, { who, name, args }: Loss, slow: { come?: Gate; tell?: Gate }) {
  const someone = who === "participant" ? cast.participant : null;
  const key = who === "holder" ? keyHeaders(room.token) : {};
  const comer = browserOf(someone, key, slow.come && slowWorker(slow.come));
  const owner = browserOf(cast.owner, {}, slow.tell && slowWorker(slow.tell));
  const { isAbout, ...rest } = args as { isAbout?: boolean };
  const about = isAbout ? { userId: cast.participant.person.id } : {};
  return { come: () => listenAt(comer, room.id), lose: () => owner.refusal(name, { id: room.id, ...about, ...rest }) };
}

const LEFT_WITH = new Set(["waits", "forbidden", "login-required", "closed", ...Object.values(CLOSE_CODES).map(String)]);
/** Long enough for the Worker to have looked everything up. */
const LOOKED_UP_MS = 60;

describe.each(Object.entries(LOSSES))("who %s", (_, loss) => {
  it("is sent back where the room has heard of it before they come in", async () => {
    const room = await seedRoom(cast, loss.kind);
    const gate = newGate();
    const { come, lose } = sidesOf(room, loss, { come: gate });
    const coming = come();
    await pause(LOOKED_UP_MS);
    expect(await lose()).toBeUndefined();
    gate.open();
    const ear = await coming;
    const expected = loss.name === "rooms.remove" ? CLOSE_CODES["room-removed"] : CLOSE_CODES["rejoin"];
    expect(await ear.outcome).toBe(String(expected));
    expect(ear.snapshot()).toBeNull();
  });

  it("does not stay what they were where the room hears of it after they came in", async () => {
    const room = await seedRoom(cast, loss.kind);
    const [way, words] = [newGate(), newGate()];
    const { come, lose } = sidesOf(room, loss, { come: way, tell: words });
    const coming = come();
    await pause(LOOKED_UP_MS);
    const losing = lose();
    // the directory knows by now, the room does not
    await pause(LOOKED_UP_MS);
    way.open();
    const ear = await coming;
    await ear.outcome;
    words.open();
    expect(await losing).toBeUndefined();
    expect(LEFT_WITH).toContain(await standsAs(ear));
  });

  it("comes in as what they are by now where the room hears of it last", async () => {
    const room = await seedRoom(cast, loss.kind);
    const words = newGate();
    const { come, lose } = sidesOf(room, loss, { tell: words });
    const losing = lose();
    await pause(LOOKED_UP_MS);
    const ear = await come();
    await ear.outcome;
    words.open();
    expect(await losing).toBeUndefined();
    expect(LEFT_WITH).toContain(await standsAs(ear));
  });
});

describe("what a room has heard", () => {
  it("is not undone by who was slow at its door", async () => {
    const room = await seedRoom(cast, "public");
    const inside = await listenAt(browserOf(cast.viewer), room.id);
    await inside.outcome;
    const gate = newGate();
    const coming = listenAt(browserOf(null, {}, slowWorker(gate)), room.id);
    await pause(LOOKED_UP_MS);
    await browserOf(cast.owner).call("rooms.update", { id: room.id, password: "a first one", name: "Renamed" });
    gate.open();
    await (await coming).closed;
    const infos = inside.received.flatMap((text) => [...text.matchAll(/"hasPassword":(true|false)/g)].map(([, has]) => has));
    expect(infos.at(-1)).toBe("true");
    inside.socket.close(1000);
  });

  it("of two changes that come in the wrong order the later one counts", async () => {
    const room = await seedRoom(cast, "public");
    const ear = await listenAt(browserOf(cast.participant), room.id);
    await ear.outcome;
    const gate = newGate();
    const change = (role: "editor" | "viewer", bindings?: Cloudflare.Env) =>
      browserOf(cast.owner, {}, bindings).call("members.changeRole", { id: room.id, userId: cast.participant.person.id, role });
    const first = change("editor", slowWorker(gate));
    await pause(LOOKED_UP_MS);
    await change("viewer");
    gate.open();
    await first;
    expect(LEFT_WITH).toContain(await standsAs(ear));
  });
});
