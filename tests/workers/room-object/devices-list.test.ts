import { describe, expect, it, vi } from "vitest";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { buildHealth } from "#tests/support/device-builders.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { closeAll, findReport, hasReport, idOf, listBecomes, receivedBy } from "#tests/workers/support/room-devices.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createRoom } from "#tests/workers/support/upload.ts";
import { joinAsMember } from "#tests/workers/support/voting-room.ts";

const watch = (device: RoomDevice, isOn = true) => device.send({ type: "watch-devices", isOn });
const report = (device: RoomDevice, changes = {}) => device.send({ type: "device-report", report: buildHealth(changes) });
const joinAll = (clients: readonly Client[], id: string) =>
  clients.reduce<Promise<readonly RoomDevice[]>>(
    async (joined, client) => [...(await joined), await joinRoom(client, id)],
    Promise.resolve([]),
  );

describe("the list of devices", () => {
  it("DV7 comes at once, with the recipient's own devices first, and follows those who join, report and leave", async () => {
    const { owner, id } = await createRoom();
    const leo = await registerUser("Лев");
    const [guest, first, second] = await joinAll([createClient(), owner, leo], id);
    if (!guest || !first || !second) throw new Error("devices are missing");
    watch(second);
    const { devices, others } = await second.next("devices");
    expect(devices.map((device) => device.id)).toEqual([second, guest, first].map(idOf));
    expect(devices.map(({ report: health }) => health)).toEqual([null, null, null]);
    expect(devices[1]).toEqual({ id: idOf(guest), person: null, guestName: null, report: null });
    expect(others).toBe(0);
    report(guest, { name: "Кухня" });
    expect(findReport(await listBecomes(second, hasReport(guest)), guest)).toEqual(buildHealth({ name: "Кухня" }));
    guest.send({ type: "set-name", name: "Соседка" });
    await listBecomes(second, (list) => list.devices.some(({ guestName }) => guestName === "Соседка"));
    const late = await joinRoom(leo, id);
    const joined = await listBecomes(second, (list) => list.devices.length === 4);
    expect(joined.devices.map((device) => device.id)).toEqual([second, late, guest, first].map(idOf));
    guest.socket.close(1000);
    await listBecomes(second, (list) => list.devices.length === 3);
    closeAll([first, second, late]);
  });

  it("DV7 is sent at most once a second, however often something changes or a watch begins", async () => {
    const { owner, id } = await createRoom();
    const device = await joinRoom(owner, id);
    const startMs = Date.now();
    for (let n = 0; n < 40; n++) {
      watch(device, n % 2 === 0);
      report(device, { delayMs: n });
    }
    watch(device);
    report(device, { delayMs: 100 });
    let lists = 1;
    while (findReport(await device.next("devices"), device)?.delayMs !== 100) lists += 1;
    expect(lists).toBeLessThanOrEqual(1 + (Date.now() - startMs) / deviceLimits.listMs);
    expect(await receivedBy(device, ["device-reports-wanted"])).toHaveLength(1);
    closeAll([device]);
  });

  it("DV8 has the names of outputs only for their own person and for those who manage devices", async () => {
    const { owner, id } = await createRoom();
    const mira = await registerUser();
    const admin = await joinAsMember(owner, id, { name: "Админ", role: "admin" });
    const editor = await joinAsMember(owner, id, { name: "Редактор", role: "editor" });
    const [phone, laptop, guest] = await joinAll([mira, mira, createClient()], id);
    if (!phone || !laptop || !guest) throw new Error("devices are missing");
    const viewers = [admin.device, editor.device, laptop, guest, phone];
    for (const device of viewers) watch(device);
    report(phone, { outputName: "Спальня" });
    const seen: (string | null | undefined)[] = [];
    for (const viewer of viewers) seen.push(findReport(await listBecomes(viewer, hasReport(phone)), phone)?.outputName);
    expect(seen).toEqual(["Спальня", null, "Спальня", null, "Спальня"]);
    const { userId } = admin.device.snapshot.self;
    if (!userId) throw new Error("the admin is a guest");
    await owner.call("members.changeRole", { id, userId, role: "participant" });
    const demoted = await listBecomes(admin.device, (list) => findReport(list, phone)?.outputName === null);
    expect(JSON.stringify(demoted)).not.toContain("Спальня");
    closeAll(viewers);
  });
});

describe("a watch", () => {
  it("DV5 has all devices report, those who join too, until the lease has ended", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = await joinAll([owner, createClient()], id);
    if (!first || !second) throw new Error("devices are missing");
    expect(await receivedBy(second, ["device-reports-wanted", "devices"])).toEqual([]);
    watch(first);
    const wanted = { everyMs: deviceLimits.reportMs, leaseMs: deviceLimits.watchMs };
    expect((await second.next("device-reports-wanted")).wanted).toEqual(wanted);
    watch(second);
    const late = await joinRoom(createClient(), id);
    const lease = (await late.next("device-reports-wanted")).wanted;
    expect(lease?.everyMs).toBe(deviceLimits.reportMs);
    expect(lease?.leaseMs).toBeGreaterThan(deviceLimits.watchMs - 10_000);
    watch(first, false);
    second.socket.close(1000);
    report(late, { name: "Кухня" });
    expect(await receivedBy(late, ["device-reports-wanted"])).toEqual([]);
    await receivedBy(first, ["devices"]);
    watch(first);
    const list = await listBecomes(first, ({ devices }) => devices.length === 2);
    expect(list.devices.map((device) => [device.id, device.report?.name])).toEqual([
      [idOf(first), undefined],
      [idOf(late), "Кухня"],
    ]);
    expect(await receivedBy(late, ["device-reports-wanted"])).toEqual([]);
    closeAll([first, late]);
  });

  it("DV5 ends without a renewal, and then begins without the reports of before", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = await joinAll([owner, createClient()], id);
    if (!first || !second) throw new Error("devices are missing");
    watch(first);
    report(second);
    await listBecomes(first, hasReport(second));
    skipTime(deviceLimits.watchMs + 1);
    report(second);
    expect(await receivedBy(second, ["error"])).toEqual([]);
    watch(first);
    expect(findReport(await first.next("devices"), second)).toBeNull();
    skipTime(deviceLimits.watchRenewMs);
    await second.next("device-reports-wanted");
    await second.next("device-reports-wanted");
    watch(first);
    expect((await second.next("device-reports-wanted")).wanted?.leaseMs).toBe(deviceLimits.watchMs);
    vi.restoreAllMocks();
    closeAll([first, second]);
  });

  it("DV6 lists a device whose reports have stopped without its report", async () => {
    const { owner, id } = await createRoom();
    const [first, second] = await joinAll([owner, createClient()], id);
    if (!first || !second) throw new Error("devices are missing");
    watch(first);
    report(second);
    await listBecomes(first, hasReport(second));
    skipTime(deviceLimits.reportAgeMs + 1);
    report(first);
    expect(findReport(await listBecomes(first, hasReport(first)), second)).toBeNull();
    report(second);
    await listBecomes(first, hasReport(second));
    vi.restoreAllMocks();
    closeAll([first, second]);
  });

  it("DV1 is forgotten with the object, like all reports, and a renewal begins it again", async () => {
    const { owner, id } = await createRoom();
    const device = await joinRoom(owner, id);
    watch(device);
    report(device);
    await listBecomes(device, hasReport(device));
    closeAll([device]);
    await evictRoom(id);
    const again = await joinRoom(owner, id);
    expect(await receivedBy(again, ["device-reports-wanted", "devices"])).toEqual([]);
    watch(again);
    expect((await again.next("devices")).devices).toMatchObject([{ id: idOf(again), report: null }]);
    closeAll([again]);
  });
});
