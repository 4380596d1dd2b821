import { beforeAll, describe, expect, it } from "vitest";
import { CLOSE_CODES } from "#app/protocol/room-messages.ts";
import type { FunctionName } from "#workers/api/registry.ts";
import type { RoomKind } from "./caller-kinds.ts";
import { type Callers, clientFor, seedCallers } from "./callers.ts";
import { connectToRoom, type RoomConnection } from "./connect-to-room.ts";
import { overtake } from "./held-call.ts";
import { type HeldRoomCalls, holdRoomCalls } from "./held-room-calls.ts";
import { type SeededRoom, seedRoom, tokenHeaders } from "./seeded-room.ts";
import { readRoomState } from "./stored-room.ts";

let callers: Callers;
beforeAll(async () => {
  callers = await seedCallers();
});

/** Checks what a connection may still do. Returns the outcome of its attempt to join or, if it has joined, of a command. */
async function probeAccess(connection: RoomConnection): Promise<string> {
  const outcome = await connection.outcome;
  if (outcome !== "joined") return outcome;
  const commandOutcome = await connection.command({ type: "play" });
  connection.socket.close(1000);
  return commandOutcome;
}

const CLOSED = Object.values(CLOSE_CODES).map(String);
/** The results of `probeAccess` for a person without the right to control the playback. */
const WITHOUT_ACCESS = new Set(["waiting", "forbidden", "login-required", "closed", ...CLOSED]);

/** A person who joins, and the owner who takes their access away. */
type Sides = {
  readonly join: (bindings?: Cloudflare.Env) => Promise<RoomConnection>;
  readonly change: (bindings?: Cloudflare.Env) => Promise<string | undefined>;
};

/**
 * Lets each side overtake the other before each of its calls of a database or a room object, in turn. Passes each connection to `check`,
 * with a description of the race. Returns the number of races.
 */
async function raceAtEveryCall(
  prepare: () => Promise<Sides>,
  check: (connection: RoomConnection, race: string) => Promise<void>,
): Promise<number> {
  let races = 0;
  for (const isJoinHeld of [true, false]) {
    for (let calls = 0; ; calls++) {
      const { join, change } = await prepare();
      const outcome = isJoinHeld
        ? await overtake(calls, { first: join, second: change })
        : await overtake(calls, { first: change, second: join }).then((both) => both && ([both[1], both[0]] as const));
      if (!outcome) break;
      const [connection, refusal] = outcome;
      const race = `${isJoinHeld ? "the request to join" : "the change"} was overtaken after ${calls} calls`;
      expect(refusal, race).toBeUndefined();
      await check(connection, race);
      races += 1;
    }
  }
  return races;
}

describe("a person who joins while they lose access", () => {
  type Change = { readonly kind: RoomKind; readonly name: FunctionName; readonly args: object };
  const changes: Readonly<Record<string, Change>> = {
    "by removal from a public room": { kind: "public", name: "members.remove", args: {} },
    "by removal from a locked room": { kind: "locked", name: "members.remove", args: {} },
    "by a change of their role to viewer": { kind: "locked", name: "members.changeRole", args: { role: "viewer" } },
  };

  it.each(Object.entries(changes))("%s never keeps the former role", async (_, { kind, name, args }) => {
    const room = await seedRoom(callers, kind);
    const userId = callers.participant.person.id;
    const prepare = async () => {
      const owner = clientFor(callers.owner);
      await owner.refusal("members.add", { id: room.id, userId, role: "participant" });
      await owner.refusal("members.changeRole", { id: room.id, userId, role: "participant" });
      return {
        join: (bindings?: Cloudflare.Env) => connectToRoom(clientFor(callers.participant, { bindings }), room.id),
        change: (bindings?: Cloudflare.Env) =>
          clientFor(callers.owner, { bindings }).refusal(name, { ...args, id: room.id, userId }),
      };
    };
    const allowed = new Set(["forbidden", "closed", "waiting", ...CLOSED]);
    const races = await raceAtEveryCall(prepare, async (connection, race) => {
      await readRoomState(room);
      expect(allowed, race).toContain(await probeAccess(connection));
    });
    expect(races).toBeGreaterThan(8);
  });

  it.each(["is deleted", "gets a password"] as const)("is disconnected when the room %s", async (event) => {
    // users of its own, because changes of passwords are rate limited
    const users = await seedCallers();
    const prepare = async () => {
      const { id } = await seedRoom(users, "public");
      return {
        join: (bindings?: Cloudflare.Env) => connectToRoom(clientFor(null, { bindings }), id),
        change: (bindings?: Cloudflare.Env) => {
          const owner = clientFor(users.owner, { bindings });
          return event === "is deleted"
            ? owner.refusal("rooms.remove", { id })
            : owner.refusal("rooms.update", { id, password: "secret" });
        },
      };
    };
    const races = await raceAtEveryCall(prepare, async (connection, race) => {
      await expect.poll(() => connection.closeCode(), { interval: 5, message: race }).not.toBeNull();
    });
    expect(races).toBeGreaterThan(8);
  });
});

type Loss = {
  readonly kind: RoomKind;
  readonly caller: "participant" | "guest" | "token holder";
  readonly name: FunctionName;
  readonly args: object;
  /** Whether `userId` in the arguments names the participant. */
  readonly isAboutParticipant?: boolean;
};
const LOSSES: Readonly<Record<string, Loss>> = {
  "is removed from a public room": {
    kind: "public",
    caller: "participant",
    name: "members.remove",
    args: {},
    isAboutParticipant: true,
  },
  "is removed from a locked room": {
    kind: "locked",
    caller: "participant",
    name: "members.remove",
    args: {},
    isAboutParticipant: true,
  },
  "becomes a viewer": {
    kind: "public",
    caller: "participant",
    name: "members.changeRole",
    args: { role: "viewer" },
    isAboutParticipant: true,
  },
  "joins a room that gets its first password": {
    kind: "public",
    caller: "guest",
    name: "rooms.update",
    args: { password: "a first one" },
  },
  "has a token for an old password": {
    kind: "unlocked",
    caller: "token holder",
    name: "rooms.update",
    args: { password: "another one" },
  },
  "joins a room that is deleted": { kind: "public", caller: "participant", name: "rooms.remove", args: {} },
};

type Holds = { readonly join?: HeldRoomCalls; readonly change?: HeldRoomCalls };

/** The two sides of a race: the person who joins, and the owner who takes their access away. Their room calls may be held. */
function createSides(room: SeededRoom, { caller, name, args, isAboutParticipant }: Loss, holds: Holds) {
  const user = caller === "participant" ? callers.participant : null;
  const headers = caller === "token holder" ? tokenHeaders(room.token) : {};
  const joiner = clientFor(user, { headers, bindings: holds.join?.bindings });
  const owner = clientFor(callers.owner, { bindings: holds.change?.bindings });
  const allArgs = { id: room.id, ...args, ...(isAboutParticipant && { userId: callers.participant.person.id }) };
  return { join: () => connectToRoom(joiner, room.id), change: () => owner.refusal(name, allArgs) };
}

describe.each(Object.entries(LOSSES))("a person who %s", (_, loss) => {
  it("must rejoin if the room was notified before their request arrives", async () => {
    const room = await seedRoom(callers, loss.kind);
    const held = holdRoomCalls();
    const { join, change } = createSides(room, loss, { join: held });
    const joining = join();
    await held.reached;
    expect(await change()).toBeUndefined();
    held.release();
    const connection = await joining;
    const expected = loss.name === "rooms.remove" ? CLOSE_CODES["room-removed"] : CLOSE_CODES["rejoin"];
    expect(await connection.outcome).toBe(String(expected));
    expect(connection.snapshot()).toBeNull();
  });

  it("loses access if the room is notified after they have joined", async () => {
    const room = await seedRoom(callers, loss.kind);
    const [heldJoin, heldChange] = [holdRoomCalls(), holdRoomCalls()];
    const { join, change } = createSides(room, loss, { join: heldJoin, change: heldChange });
    const joining = join();
    await heldJoin.reached;
    const changing = change();
    // D1 has the change now, the room object has not
    await heldChange.reached;
    heldJoin.release();
    const connection = await joining;
    await connection.outcome;
    heldChange.release();
    expect(await changing).toBeUndefined();
    expect(WITHOUT_ACCESS).toContain(await probeAccess(connection));
  });

  it("joins with the access they have left if the room is notified last", async () => {
    const room = await seedRoom(callers, loss.kind);
    const held = holdRoomCalls();
    const { join, change } = createSides(room, loss, { change: held });
    const changing = change();
    await held.reached;
    const connection = await join();
    await connection.outcome;
    held.release();
    expect(await changing).toBeUndefined();
    expect(WITHOUT_ACCESS).toContain(await probeAccess(connection));
  });
});

describe("a room object", () => {
  it("keeps its settings when a slow request to join carries older ones", async () => {
    const room = await seedRoom(callers, "public");
    const viewer = await connectToRoom(clientFor(callers.viewer), room.id);
    await viewer.outcome;
    const held = holdRoomCalls();
    const joining = connectToRoom(clientFor(null, { bindings: held.bindings }), room.id);
    await held.reached;
    await clientFor(callers.owner).call("rooms.update", { id: room.id, password: "a first one", name: "Renamed" });
    held.release();
    await (await joining).closed;
    // its reply arrives after all events
    expect(await viewer.command({ type: "play" })).toBe("forbidden");
    const values = viewer.received.flatMap((text) =>
      [...text.matchAll(/"hasPassword":(true|false)/g)].map(([, value]) => value),
    );
    expect(values.at(-1)).toBe("true");
    viewer.socket.close(1000);
  });

  it("applies the later of two changes that arrive in the wrong order", async () => {
    const room = await seedRoom(callers, "public");
    const connection = await connectToRoom(clientFor(callers.participant), room.id);
    await connection.outcome;
    const held = holdRoomCalls();
    const changeRole = (role: "editor" | "viewer", bindings?: Cloudflare.Env) => {
      const args = { id: room.id, userId: callers.participant.person.id, role };
      return clientFor(callers.owner, { bindings }).call("members.changeRole", args);
    };
    const changing = changeRole("editor", held.bindings);
    await held.reached;
    await changeRole("viewer");
    held.release();
    await changing;
    expect(WITHOUT_ACCESS).toContain(await probeAccess(connection));
  });
});
