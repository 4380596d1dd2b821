import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { EntryId } from "#app/domain/ids.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { createSeekSender } from "#app/features/player/seek-sender.ts";

const TRACK = "track" as EntryId;
/** Seeks within this time are sent as one. */
const PAUSE_MS = 200;

/** A room that answers when the test says so. */
function createRoom() {
  const commands: { readonly positionMs: number; readonly answer: () => void }[] = [];
  const run = (command: RoomCommand) =>
    new Promise<void>((answer) => {
      if (command.type === "seek") commands.push({ positionMs: command.positionMs, answer });
    });
  const sender = createSeekSender(run);
  return {
    sender,
    commands,
    shown: () => sender.requested.get()?.positionMs ?? null,
    sent: () => commands.map((c) => c.positionMs),
  };
}

describe("sending seeks", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("tells its listeners that the room has answered, and shows the room's position from then on", async () => {
    const { sender, commands, shown } = createRoom();
    const onChange = vi.fn();
    sender.requested.subscribe(onChange);
    sender.seek(TRACK, 60_000);
    expect(shown()).toBe(60_000);
    expect(onChange).toHaveBeenCalledTimes(1);
    commands[0]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBeNull();
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it("sends the last of the seeks that follow each other fast, and shows it until it is answered", async () => {
    const { sender, commands, shown, sent } = createRoom();
    for (const positionMs of [1000, 2000, 3000]) sender.seek(TRACK, positionMs);
    expect(sent()).toEqual([1000]);
    commands[0]?.answer();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(sent()).toEqual([1000, 3000]);
    expect(shown()).toBe(3000);
    commands[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBeNull();
  });

  it("sends a waiting seek before another command, once, and shows it until it is answered", async () => {
    const { sender, commands, shown, sent } = createRoom();
    sender.seek(TRACK, 1000);
    sender.seek(TRACK, 2000);
    sender.flush();
    sender.flush();
    expect(sent()).toEqual([1000, 2000]);
    commands[0]?.answer();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(sent()).toEqual([1000, 2000]);
    expect(shown()).toBe(2000);
    commands[1]?.answer();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toBeNull();
  });

  it("sends the next seek after a pause", async () => {
    const { sender, commands, sent } = createRoom();
    sender.seek(TRACK, 1000);
    commands[0]?.answer();
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    sender.seek(TRACK, 2000);
    expect(sent()).toEqual([1000, 2000]);
  });
});
