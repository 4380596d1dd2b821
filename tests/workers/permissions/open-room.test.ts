import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import type { FunctionName } from "#workers/api/registry.ts";
import { CALLERS, type Caller } from "./caller-kinds.ts";
import { type Callers, getSelf, seedCallers } from "./callers.ts";
import { runCommand } from "./device-messages.ts";
import { expectedOutcome, listRows } from "./expected-outcomes.ts";
import { FUNCTION_CALLS } from "./function-calls.ts";
import { refillMessageAllowance } from "./refill-message-allowance.ts";
import { createCallerClient, resetRoomRows, type SeededRoom, seedRoom } from "./seeded-room.ts";

const OPEN = { guestsMayControl: true, guestsMayAdd: true };

let callers: Callers;
let room: SeededRoom;
beforeAll(async () => {
  callers = await seedCallers();
  room = await seedRoom(callers, "public", { opening: OPEN });
});
afterAll(() => void vi.restoreAllMocks());

/** Calls the function of a row, whose name starts with it. Returns `ok` or the code of the refusal. */
async function callFunction(row: string, caller: Caller): Promise<string> {
  const context = { callers, room, caller, self: getSelf(callers, caller) };
  const args = await FUNCTION_CALLS[row]?.(context);
  // an unknown function is refused with a code that no row expects
  const name = row.split(" ")[0] as FunctionName;
  return (await createCallerClient(callers, caller, room).refusal(name, args)) ?? "ok";
}

describe("a room that lets everyone take part", () => {
  it.each(listRows("open functions"))("%s has the expected outcome for every caller", async (row) => {
    refillMessageAllowance();
    const wrong: string[] = [];
    for (const caller of CALLERS) {
      const outcome = await callFunction(row, caller);
      const expected = expectedOutcome("open functions", row, { caller, kind: "public" });
      if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
      // the next caller starts from the same rows
      await resetRoomRows(callers, room);
    }
    expect(wrong).toEqual([]);
  });

  describe("over the socket", () => {
    const devices = new Map<Caller, RoomDevice>();
    beforeAll(async () => {
      for (const caller of CALLERS) {
        devices.set(caller, await joinRoom(createCallerClient(callers, caller, room), room.id));
      }
    });
    afterAll(() => {
      for (const { socket } of devices.values()) socket.close(1000);
    });

    it.each(listRows("open commands"))("%s has the expected outcome for every caller", async (row) => {
      refillMessageAllowance();
      const wrong: string[] = [];
      for (const caller of CALLERS) {
        const device = devices.get(caller);
        const outcome = device && (await runCommand(device, row, { callers, room, caller }));
        const expected = expectedOutcome("open commands", row, { caller, kind: "public" });
        if (outcome !== expected) wrong.push(`${caller}: ${outcome}, not ${expected}`);
      }
      expect(wrong).toEqual([]);
    });
  });
});
