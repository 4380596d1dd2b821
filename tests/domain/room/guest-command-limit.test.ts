import { describe, expect, it } from "vitest";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { Actor } from "#app/domain/room/decision.ts";
import { GuestCommandLimit } from "#app/domain/room/guest-command-limit.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { actorAs, buildRoom, entryId, INFO, SERVER } from "#tests/support/builders.ts";

const { guestCommandBurst, guestCommandsPerSecond, socketMessageBurst, socketMessagesPerSecond } = connectionLimits;
const CLOSED: RoomState = buildRoom(1);
const OPEN: RoomState = { ...CLOSED, info: { ...INFO, guestsMayControl: true } };
const GUEST = actorAs("guest", null);
const REMOVE: RoomCommand = { type: "remove", entryIds: [entryId(1)] };

type Flood = {
  readonly times: number;
  readonly nowMs: number;
  readonly state?: RoomState;
  readonly command?: RoomCommand;
  readonly actor?: Actor;
};

/** How many commands of one sender are admitted at a time. */
function countAdmitted(limit: GuestCommandLimit, sender: string, flood: Flood): number {
  const { times, nowMs, state = OPEN, command = { type: "pause" }, actor = GUEST } = flood;
  const attempt = () => limit.admit({ state, command, actor, sender, nowMs });
  return Array.from({ length: times }, attempt).filter(Boolean).length;
}

describe("the limit of the commands of guests", () => {
  it("CN2 gives one guest a quarter, so that a flood does not keep another guest from a command", () => {
    const limit = new GuestCommandLimit();
    expect([guestCommandBurst, guestCommandsPerSecond]).toEqual([socketMessageBurst / 4, socketMessagesPerSecond / 4]);
    expect(countAdmitted(limit, "flooder", { times: 1000, nowMs: 1000 })).toBe(guestCommandBurst);
    expect(countAdmitted(limit, "other", { times: 1, nowMs: 1000 })).toBe(1);
    for (let second = 2; second < 60; second++) {
      expect(countAdmitted(limit, "flooder", { times: 20, nowMs: second * 1000 })).toBe(guestCommandsPerSecond);
      expect(countAdmitted(limit, "other", { times: 1, nowMs: second * 1000 })).toBe(1);
    }
  });

  it("CN2 counts all guests together", () => {
    const limit = new GuestCommandLimit();
    const countOfAll = (nowMs: number) =>
      Array.from({ length: 10 }, (_, i) => countAdmitted(limit, `guest ${i}`, { times: 20, nowMs })).reduce((a, b) => a + b);
    expect(countOfAll(1000)).toBe(socketMessageBurst);
    expect(countOfAll(2000)).toBe(socketMessagesPerSecond);
  });

  it("CN2 does not count commands that the room does not permit to guests", () => {
    const limit = new GuestCommandLimit();
    for (let i = 0; i < 10; i++) {
      expect(countAdmitted(limit, `guest ${i}`, { times: 100, nowMs: 1000, state: CLOSED })).toBe(100);
      expect(countAdmitted(limit, `guest ${i}`, { times: 100, nowMs: 1000, command: REMOVE })).toBe(100);
    }
    expect(countAdmitted(limit, "guest 0", { times: 1000, nowMs: 1000 })).toBe(guestCommandBurst);
  });

  it("CN2 does not concern people with an account, and the server", () => {
    const limit = new GuestCommandLimit();
    for (let i = 0; i < 4; i++) countAdmitted(limit, `guest ${i}`, { times: 100, nowMs: 1000 });
    expect(countAdmitted(limit, "new guest", { times: 1, nowMs: 1000 })).toBe(0);
    for (const actor of [actorAs("spectator"), SERVER]) {
      expect(countAdmitted(limit, "new guest", { times: 1000, nowMs: 1000, actor })).toBe(1000);
    }
  });
});
