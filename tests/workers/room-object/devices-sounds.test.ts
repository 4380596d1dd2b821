import { describe, expect, it, vi } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { EditId } from "#app/domain/ids.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { closeAll, idOf, receivedBy, request } from "#tests/workers/support/room-devices.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { newId } from "#workers/crypto/random.ts";

const SOUNDS = ["sound-check", "sound-check-end", "calibration"] as const;
const id = () => newId<EditId>();

/** The owner with two devices, another person with two, and a guest. */
async function createLoudspeakers() {
  const { owner, id: room } = await createRoom();
  const mira = await registerUser("Мира");
  const [computer, radio] = [await joinRoom(owner, room), await joinRoom(owner, room)];
  const [phone, laptop] = [await joinRoom(mira, room), await joinRoom(mira, room)];
  const guest = await joinRoom(createClient(), room);
  return { room, mira, computer, radio, phone, laptop, guest, all: [computer, radio, phone, laptop, guest] };
}

const nextCheck = async (device: RoomDevice) => (await device.next("sound-check")).check;
const nextEnd = async (device: RoomDevice) => (await device.next("sound-check-end")).id;

describe("test sounds", () => {
  it("DV10 are played by each named device at the same moment, once", async () => {
    const { computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    const before = Date.now();
    const deviceIds = [idOf(radio), idOf(guest), idOf(phone), idOf(radio)];
    const checkId = id();
    expect(await request(computer, { type: "test", deviceIds }, checkId)).toBeNull();
    const check = await nextCheck(radio);
    expect(check).toMatchObject({ id: checkId, sound: "click", count: 3, periodMs: 700, silentUntilMs: null });
    expect(check.startMs).toBeGreaterThanOrEqual(before + deviceLimits.soundLeadMs);
    for (const device of [guest, phone]) expect(await nextCheck(device)).toEqual(check);
    for (const device of all) expect(await receivedBy(device, SOUNDS)).toEqual([]);
    expect(await request(laptop, { type: "test", deviceIds: [idOf(phone)] })).toBeNull();
    expect((await nextCheck(phone)).id).not.toBe(checkId);
    closeAll(all);
  });

  it("DV10 skip devices that have left, and none are played if one may not be tested", async () => {
    const { computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    expect(await request(phone, { type: "test", deviceIds: [idOf(laptop), idOf(guest)] })).toBe("forbidden");
    expect(await receivedBy(laptop, SOUNDS)).toEqual([]);
    radio.socket.close(1000);
    await guest.personWithDevices("Mira", 1);
    expect(await request(computer, { type: "metronome", deviceIds: [idOf(radio), idOf(guest)] })).toBeNull();
    expect(await nextCheck(guest)).toMatchObject({ sound: "beat", periodMs: deviceLimits.beatMs });
    expect(await request(computer, { type: "metronome", deviceIds: [idOf(radio)] })).toBe("device-not-found");
    closeAll(all);
  });

  it("DV10 of a request that arrives twice start once, and its id is of no use to others", async () => {
    const { computer, phone, guest, all } = await createLoudspeakers();
    const checkId = id();
    const start = { type: "metronome", deviceIds: [idOf(guest)] } as const;
    expect(await request(computer, start, checkId)).toBeNull();
    const { startMs } = await nextCheck(guest);
    expect(await request(computer, start, checkId)).toBeNull();
    expect(await request(phone, { type: "metronome", deviceIds: [idOf(phone)] }, checkId)).toBe("forbidden");
    for (const device of [guest, phone]) expect(await receivedBy(device, SOUNDS)).toEqual([]);
    expect(startMs).toBeGreaterThan(0);
    closeAll(all);
  });

  it("DV13 end for all when a manager stops them, and only on a device that leaves them alone", async () => {
    const { computer, radio, phone, laptop, all } = await createLoudspeakers();
    const ids = [id(), id()] as const;
    const start = { type: "metronome", deviceIds: [idOf(phone), idOf(laptop)] } as const;
    await request(phone, start, ids[0]);
    expect(await request(computer, { type: "stop", id: ids[0] })).toBeNull();
    for (const device of [phone, laptop]) expect(await nextEnd(device)).toBe(ids[0]);
    await request(computer, start, ids[1]);
    expect(await request(laptop, { type: "stop", id: ids[1] })).toBeNull();
    expect(await nextEnd(laptop)).toBe(ids[1]);
    expect(await request(laptop, { type: "stop", id: ids[1] })).toBe("forbidden");
    expect(await receivedBy(phone, ["sound-check-end"])).toEqual([]);
    expect(await request(radio, { type: "stop", id: ids[1] })).toBeNull();
    expect(await nextEnd(phone)).toBe(ids[1]);
    expect(await receivedBy(laptop, ["sound-check-end"])).toEqual([]);
    closeAll(all);
  });

  it("DV13 end for their starter too if it does not play them, also when the last device leaves them alone", async () => {
    const { computer, phone, laptop, all } = await createLoudspeakers();
    const ids = [id(), id()] as const;
    await request(phone, { type: "metronome", deviceIds: [idOf(laptop)] }, ids[0]);
    await request(computer, { type: "stop", id: ids[0] });
    for (const device of [phone, laptop]) expect(await nextEnd(device)).toBe(ids[0]);
    await request(computer, { type: "metronome", deviceIds: [idOf(phone), idOf(laptop)] }, ids[1]);
    await request(phone, { type: "stop", id: ids[1] });
    expect(await receivedBy(computer, ["sound-check-end"])).toEqual([]);
    await request(laptop, { type: "stop", id: ids[1] });
    expect(await nextEnd(computer)).toBe(ids[1]);
    closeAll(all);
  });

  it("DV13 end when the person stops them, when a new metronome replaces them, and when their starter leaves", async () => {
    const { computer, radio, phone, guest, all } = await createLoudspeakers();
    const ids = [id(), id(), id()] as const;
    const start = { type: "metronome", deviceIds: [idOf(guest), idOf(radio)] } as const;
    await request(computer, start, ids[0]);
    expect(await request(phone, { type: "stop", id: ids[0] })).toBe("forbidden");
    expect(await request(radio, { type: "stop", id: ids[0] })).toBeNull();
    for (const device of [guest, radio]) expect(await nextEnd(device)).toBe(ids[0]);
    expect(await request(computer, { type: "stop", id: ids[0] })).toBeNull();
    await request(computer, start, ids[1]);
    await request(computer, { type: "metronome", deviceIds: [idOf(guest)] }, ids[2]);
    for (const device of [guest, radio]) expect(await nextEnd(device)).toBe(ids[1]);
    computer.socket.close(1000);
    expect(await nextEnd(guest)).toBe(ids[2]);
    expect(await receivedBy(radio, ["sound-check-end"])).toEqual([]);
    closeAll(all);
  });
});

describe("a calibration", () => {
  it("DV11 sends its plan to the device that listens, and to each device its turns", async () => {
    const { computer, radio, phone, guest, all } = await createLoudspeakers();
    const checkId = id();
    const deviceIds = [idOf(computer), idOf(guest), idOf(radio)];
    expect(await request(computer, { type: "calibrate", deviceIds }, checkId)).toBeNull();
    const first = await computer.nextOf(["calibration", "sound-check"]);
    if (first.type !== "calibration") throw new Error("the plan does not come first");
    const { plan } = first;
    expect(plan).toMatchObject({ id: checkId, periodMs: 3 * deviceLimits.chirpSlotMs, rounds: deviceLimits.chirpRounds });
    expect(plan.slots[0]?.deviceId).toBe(idOf(computer));
    expect(new Set(plan.slots.map(({ deviceId }) => deviceId))).toEqual(new Set(deviceIds));
    const startOf = (device: RoomDevice) => plan.slots.find(({ deviceId }) => deviceId === idOf(device))?.startMs;
    for (const device of [computer, radio, guest]) {
      expect(await nextCheck(device)).toEqual({
        id: checkId,
        sound: "chirp",
        startMs: startOf(device),
        periodMs: 3 * deviceLimits.chirpSlotMs,
        count: device === computer ? 4 : 3,
        silentUntilMs: plan.lastMs + deviceLimits.chirpSlotMs + 300,
      });
    }
    expect(await receivedBy(phone, SOUNDS)).toEqual([]);
    closeAll(all);
  });

  it("DV12 is refused while another one runs, until that has ended", async () => {
    const { phone, laptop, all } = await createLoudspeakers();
    const ofPhone = { type: "calibrate", deviceIds: [idOf(laptop)] } as const;
    const ofLaptop = { type: "calibrate", deviceIds: [idOf(phone)] } as const;
    expect(await request(phone, { type: "calibrate", deviceIds: [idOf(phone)] })).toBe("device-not-found");
    expect(await request(phone, ofPhone)).toBeNull();
    expect((await nextCheck(laptop)).sound).toBe("chirp");
    expect(await request(laptop, ofLaptop)).toBe("calibration-running");
    expect(await receivedBy(laptop, SOUNDS)).toEqual([]);
    // seven sounds, the last one with its echoes
    const lengthMs = deviceLimits.soundLeadMs + 7 * deviceLimits.chirpSlotMs;
    skipTime(lengthMs - 100);
    expect(await request(laptop, ofLaptop)).toBe("calibration-running");
    skipTime(401);
    expect(await request(laptop, ofLaptop)).toBeNull();
    vi.restoreAllMocks();
    closeAll(all);
  });

  it("DV12 of a manager replaces that of a visitor, and any device replaces its own", async () => {
    const { computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    const ids = [id(), id(), id(), id()] as const;
    const ofPhone = { type: "calibrate", deviceIds: [idOf(laptop)] } as const;
    expect(await request(phone, ofPhone, ids[0])).toBeNull();
    expect(await request(phone, ofPhone, ids[1])).toBeNull();
    for (const device of [phone, laptop]) expect(await nextEnd(device)).toBe(ids[0]);
    expect(await request(computer, { type: "calibrate", deviceIds: [idOf(guest)] }, ids[2])).toBeNull();
    for (const device of [phone, laptop]) expect(await nextEnd(device)).toBe(ids[1]);
    expect(await request(phone, ofPhone)).toBe("calibration-running");
    expect(await request(radio, { type: "calibrate", deviceIds: [idOf(guest)] })).toBe("calibration-running");
    expect(await request(computer, { type: "calibrate", deviceIds: [idOf(radio)] }, ids[3])).toBeNull();
    expect(await nextEnd(guest)).toBe(ids[2]);
    expect((await nextCheck(radio)).id).toBe(ids[3]);
    closeAll(all);
  });

  it("DV12 keeps other test sounds from its devices, and from no others", async () => {
    const { computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    await request(phone, { type: "calibrate", deviceIds: [idOf(laptop)] });
    for (const type of ["test", "metronome"] as const) {
      for (const busy of [phone, laptop]) {
        expect(await request(computer, { type, deviceIds: [idOf(radio), idOf(busy)] })).toBe("calibration-running");
      }
      expect(await receivedBy(radio, SOUNDS)).toEqual([]);
      expect(await request(computer, { type, deviceIds: [idOf(radio), idOf(guest)] })).toBeNull();
      await nextCheck(radio);
    }
    closeAll(all);
  });

  it("DV12 ends the test sounds that its devices play, and no others", async () => {
    const { computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    const metronome = id();
    await request(computer, { type: "metronome", deviceIds: [idOf(radio), idOf(laptop)] }, metronome);
    expect(await request(phone, { type: "calibrate", deviceIds: [idOf(laptop)] })).toBeNull();
    expect(await nextEnd(laptop)).toBe(metronome);
    expect(await receivedBy(radio, ["sound-check-end"])).toEqual([]);
    const own = id();
    await request(radio, { type: "metronome", deviceIds: [idOf(radio), idOf(guest)] }, own);
    expect(await request(computer, { type: "calibrate", deviceIds: [idOf(radio)] })).toBeNull();
    expect(await nextEnd(guest)).toBe(own);
    // the one that the computer has started ends as well
    expect(await receivedBy(radio, ["sound-check-end"])).toMatchObject([{ id: metronome }, { id: own }]);
    closeAll(all);
  });

  it("DV13 ends for all when a device that takes part stops it", async () => {
    const { computer, radio, phone, guest, all } = await createLoudspeakers();
    for (const stopper of [computer, guest]) {
      const checkId = id();
      await request(computer, { type: "calibrate", deviceIds: [idOf(guest), idOf(radio)] }, checkId);
      expect(await request(phone, { type: "stop", id: checkId })).toBe("forbidden");
      expect(await request(stopper, { type: "stop", id: checkId })).toBeNull();
      for (const device of [computer, guest, radio]) expect(await nextEnd(device)).toBe(checkId);
    }
    closeAll(all);
  });

  it("DV13 ends when the device that listens leaves or is disconnected, and continues when another one leaves", async () => {
    const { room, mira, computer, radio, phone, laptop, guest, all } = await createLoudspeakers();
    const [first, second] = [id(), id()];
    await request(computer, { type: "calibrate", deviceIds: [idOf(guest), idOf(radio)] }, first);
    guest.socket.close(1000);
    await phone.guestsBecome(0);
    expect(await receivedBy(radio, ["sound-check-end"])).toEqual([]);
    computer.socket.close(1000);
    expect(await nextEnd(radio)).toBe(first);
    expect(await request(phone, { type: "calibrate", deviceIds: [idOf(laptop)] }, second)).toBeNull();
    const tablet = await joinRoom(mira, room);
    await request(tablet, { type: "disconnect", deviceId: idOf(phone) });
    expect(await nextEnd(laptop)).toBe(second);
    expect(await request(tablet, { type: "calibrate", deviceIds: [idOf(laptop)] })).toBeNull();
    closeAll([...all, tablet]);
  });
});
