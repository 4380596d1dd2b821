import { expect, it } from "vitest";
import type { ListedDevice } from "#app/domain/devices/device.ts";
import type { DeviceId, UserId } from "#app/domain/ids.ts";
import { assignStereo, restoreRoles, suggestStereoPair } from "#app/features/devices/assign-stereo.ts";
import { buildDevice, createFakeDevices } from "../../support/fake-room.ts";

const [A, B] = ["a" as DeviceId, "b" as DeviceId];
const ownedBy = (user: string, device: ListedDevice): ListedDevice => ({
  ...device,
  person: { id: user as UserId, name: user, avatar: "#000000" },
});

it("this device and another one of the same user and kind are offered", () => {
  const own = ownedBy("ann", buildDevice("a"));
  const computer = ownedBy("ann", buildDevice("c", { kind: "computer" }));
  const phone = ownedBy("ann", buildDevice("b"));
  const foreign = ownedBy("bob", buildDevice("x"));
  expect(suggestStereoPair([own, computer, phone, foreign], A)).toEqual({ left: "a", right: "b" });
  expect(suggestStereoPair([own, computer, foreign], A)).toEqual({ left: "a", right: "c" });
  expect(suggestStereoPair([own, foreign, ownedBy("ann", buildDevice("silent", null))], A)).toBeNull();
  expect(suggestStereoPair([buildDevice("a"), buildDevice("b")], A)).toBeNull();
  expect(suggestStereoPair([own, phone], null)).toBeNull();
});

it("both devices get their roles, and undo restores those before", async () => {
  const devices = createFakeDevices([buildDevice("a", { role: "mono" }), buildDevice("b")]);
  const { error, undo } = await assignStereo(devices, { left: A, right: B });
  expect(error).toBeNull();
  expect(await restoreRoles(devices, undo)).toBeNull();
  const changes = devices.requests.map((request) => (request.type === "change" ? [request.deviceId, request.change.role] : []));
  expect(changes).toEqual([
    ["a", "left"],
    ["b", "right"],
    ["a", "mono"],
    ["b", "all"],
  ]);
});

it("after a refusal no device keeps a new role", async () => {
  const devices = createFakeDevices(
    [buildDevice("a", { role: "mono" }), buildDevice("b")],
    [null, "device-not-found" as never],
  );
  expect(await assignStereo(devices, { left: A, right: B })).toEqual({ error: "device-not-found", undo: [] });
  expect(devices.requests.at(-1)).toEqual({ type: "change", deviceId: "a", change: { role: "mono" } });
  expect(devices.requests).toHaveLength(3);
});
