import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  changeDeviceSettings,
  deviceSettings,
  setDeviceMuted,
  setKeepsOutputAwake,
  setLoudspeaker,
} from "#app/app-state/device-settings.ts";
import { outputDelays } from "#app/app-state/output-delays.ts";
import { activeSoundChecks } from "#app/app-state/sound-checks.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { createDeviceLink, type RemoteChange } from "#app/features/devices/device-link.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { createFakeConnection, createFakeEngine } from "../../support/fake-room.ts";

const IPHONE = { userAgent: "iPhone", touchPoints: 5, platform: null, model: null };
/** The engine's server time is 1,000,000. */
const CHECK: SoundCheck = { id: "c", sound: "click", startMs: 1_001_500, periodMs: 700, count: 3, silentUntilMs: null };
const DEFAULTS = { name: null, role: "all", volume: 1, isLoudspeaker: false, keepsOutputAwake: false } as const;
let close: () => void = () => undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  close();
  vi.useRealTimers();
  changeDeviceSettings(DEFAULTS);
  setDeviceMuted(false);
  outputDelays.setDelay(0);
});

async function createLink(view: Partial<RoomView> = {}) {
  const connection = createFakeConnection();
  connection.view.update((current) => ({ ...current, ...view }));
  const engine = createFakeEngine();
  const wanted: boolean[] = [];
  const remote: RemoteChange[] = [];
  const wakeLock = { setWanted: (isOn: boolean) => void wanted.push(isOn), close: () => void wanted.push(false) };
  const link = createDeviceLink({
    connection,
    engine,
    wakeLock,
    formatDefaultName: ({ model, kind }) => `Ann's ${model ?? kind}`,
    onRemoteChange: (change) => void remote.push(change),
    readHints: async () => IPHONE,
  });
  close = link.close;
  await vi.advanceTimersByTimeAsync(0);
  const reports = () => connection.sent.flatMap((message) => (message.type === "device-report" ? [message.report] : []));
  return { connection, engine, wanted, remote, reports };
}

it("the settings reach the engine", async () => {
  const { engine } = await createLink();
  setKeepsOutputAwake(true);
  expect(engine.values("setKeepAlive")).toEqual([false, true]);
});

it("the screen stays on while a loudspeaker has sound", async () => {
  const { engine, wanted } = await createLink();
  expect(wanted.at(-1)).toBe(false);
  setLoudspeaker(true);
  expect(wanted.at(-1)).toBe(true);
  engine.status.update((status) => ({ ...status, sound: "stopped" }));
  expect(wanted.at(-1)).toBe(false);
});

it("a change from another device is applied, and only what is different now is announced", async () => {
  const { connection, remote } = await createLink();
  connection.receive({
    type: "device-change",
    by: "Bob",
    isOwn: true,
    change: { name: "Kitchen", isMuted: true, delayMs: 120, role: "all" },
  });
  expect(deviceSettings.get()).toMatchObject({ name: "Kitchen", isMuted: true, mutedBy: "Bob" });
  expect(outputDelays.delayMs.get()).toBe(120);
  expect(remote).toEqual([{ by: "Bob", change: { name: "Kitchen", isMuted: true, delayMs: 120 } }]);
  connection.receive({ type: "device-change", by: "Bob", isOwn: true, change: { isMuted: true } });
  expect(remote).toHaveLength(1);
});

it("sound checks start and end, and are published until then", async () => {
  const { connection, engine } = await createLink();
  const metronome: SoundCheck = { ...CHECK, id: "m", sound: "beat", silentUntilMs: 1_010_000 };
  connection.receive({ type: "sound-check", check: CHECK });
  connection.receive({ type: "sound-check", check: metronome });
  expect(activeSoundChecks.get()).toEqual([CHECK, metronome]);
  connection.receive({ type: "sound-check-end", id: "c" });
  expect(engine.values("startSoundCheck")).toEqual([CHECK, metronome]);
  expect(engine.values("endSoundCheck")).toEqual(["c"]);
  await vi.advanceTimersByTimeAsync(9900);
  expect(activeSoundChecks.get()).toEqual([metronome]);
  await vi.advanceTimersByTimeAsync(200);
  expect(activeSoundChecks.get()).toEqual([]);
});

it("sound checks end with the connection and with the link", async () => {
  const { connection, engine } = await createLink();
  connection.receive({ type: "sound-check", check: CHECK });
  connection.setConnection("reconnecting");
  expect(engine.values("endSoundCheck")).toEqual(["c"]);
  expect(activeSoundChecks.get()).toEqual([]);
  connection.setConnection("open");
  connection.receive({ type: "sound-check", check: { ...CHECK, id: "d" } });
  close();
  expect(engine.values("endSoundCheck")).toEqual(["c", "d"]);
  expect(activeSoundChecks.get()).toEqual([]);
});

it("a report is sent at once when the room wants it, and after a change", async () => {
  const { connection, engine, reports } = await createLink();
  engine.log.add("underrun");
  expect(reports()).toEqual([]);
  connection.receive({ type: "device-reports-wanted", wanted: { everyMs: 2000, leaseMs: 40_000 } });
  expect(reports()).toMatchObject([
    { name: "Ann's iPhone", kind: "phone", sound: "on", isInSync: null, trouble: { kind: "underrun", agoMs: 0 } },
  ]);
  await vi.advanceTimersByTimeAsync(600);
  connection.receive({ type: "device-change", by: null, isOwn: true, change: { volume: 0.3 } });
  expect(reports()[1]).toMatchObject({ volume: 0.3 });
  engine.status.update((status) => ({ ...status, errorMs: 4, sound: "stopped", syncState: "in-sync" }));
  await vi.advanceTimersByTimeAsync(1000);
  expect(reports()).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1500);
  expect(reports()).toHaveLength(3);
});

it("a wish for reports that came before the link is answered", async () => {
  const reportsWanted = { everyMs: 2000, leaseMs: 40_000 };
  const { reports } = await createLink({ reportsWanted });
  expect(reports().length).toBeGreaterThan(0);
});

it("reports end with the connection, whose loss is recorded", async () => {
  const { connection, engine, reports } = await createLink();
  connection.receive({ type: "device-reports-wanted", wanted: { everyMs: 2000, leaseMs: 40_000 } });
  connection.setConnection("reconnecting");
  connection.setConnection("open");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(reports()).toHaveLength(1);
  expect(engine.log.get().map(({ kind }) => kind)).toEqual(["connection-lost", "connection-back"]);
});

it("a closed link does nothing", async () => {
  const { connection, engine, wanted } = await createLink();
  connection.receive({ type: "device-reports-wanted", wanted: { everyMs: 2000, leaseMs: 40_000 } });
  close();
  const { length } = engine.calls;
  setKeepsOutputAwake(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(engine.calls).toHaveLength(length);
  expect(connection.listenerCount()).toBe(0);
  expect(connection.sent).toHaveLength(1);
  expect(wanted.at(-1)).toBe(false);
});
