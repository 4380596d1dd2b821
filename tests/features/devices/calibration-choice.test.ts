import { describe, expect, it } from "vitest";
import type { DeviceHealth, DeviceSound, ListedDevice } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import {
  type CalibrationChoice,
  type ChoiceChanges,
  calibrationSeconds,
  explainEmptyChoice,
  isListenerSettling,
  listChoices,
  selectedIds,
} from "#app/features/devices/calibration-choice.ts";
import type { DeviceViewer } from "#app/features/devices/device-rights.ts";
import { userId } from "#tests/support/builders.ts";

const HERE = "here" as DeviceId;
const MIRA = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };
const KIM = { ...MIRA, id: userId("kim"), name: "Kim" };
const NO_CHANGES: ChoiceChanges = new Map();
const mira: DeviceViewer = { userId: MIRA.id, deviceId: HERE, canManage: false };

const REPORT: DeviceHealth = {
  name: "Kitchen",
  role: "all",
  volume: 1,
  isMuted: true,
  delayMs: 0,
  kind: "phone",
  sound: "on",
  isSettling: false,
  isInSync: null,
  errorMs: null,
  boundMs: null,
  roundTripMs: null,
  bufferMs: null,
  outputName: null,
  outputLatencyMs: null,
  trouble: null,
};

const device = (id: string, person: ListedDevice["person"], sound: DeviceSound | null = "on"): ListedDevice => ({
  id: id as DeviceId,
  person,
  guestName: null,
  report: sound && { ...REPORT, sound },
});

const here = device(HERE, MIRA);
const idsOf = (choices: readonly CalibrationChoice[]) => choices.map((choice) => choice.device.id);

describe("the devices that can be measured", () => {
  it("are the viewer's other devices, all selected at first", () => {
    const choices = listChoices([here, device("a", MIRA), device("b", KIM), device("c", null)], mira, NO_CHANGES);
    expect(idsOf(choices)).toEqual(["a"]);
    expect(selectedIds(choices)).toEqual(["a"]);
  });

  it("can be measured while their sound settles, and are shown as such", () => {
    const playing = device("a", MIRA);
    const settling = { ...playing, report: { ...REPORT, isSettling: true } };
    const locked = { ...playing, report: { ...REPORT, isSettling: true, sound: "locked" as const } };
    expect(listChoices([settling], mira, NO_CHANGES)).toMatchObject([{ isSettling: true, canSelect: true }]);
    expect(listChoices([playing], mira, NO_CHANGES)).toMatchObject([{ isSettling: false, canSelect: true }]);
    expect(listChoices([locked], mira, NO_CHANGES)).toMatchObject([{ isSettling: false, canSelect: false }]);
  });

  it("are compared with this device, which may settle too", () => {
    const settling = (id: string) => ({ ...device(id, MIRA), report: { ...REPORT, isSettling: true } });
    expect(isListenerSettling([settling(HERE), device("a", MIRA)], mira)).toBe(true);
    expect(isListenerSettling([here, settling("a")], mira)).toBe(false);
  });

  it("are all others for those who manage devices, with the devices of other people not selected", () => {
    const manager = { ...mira, canManage: true };
    const devices = [here, device("a", MIRA), device("b", KIM), device("c", null)];
    expect(idsOf(listChoices(devices, manager, NO_CHANGES))).toEqual(["a", "b", "c"]);
    expect(selectedIds(listChoices(devices, manager, NO_CHANGES))).toEqual(["a"]);
    const changes = new Map([["c" as DeviceId, true]]);
    expect(selectedIds(listChoices(devices, manager, changes))).toEqual(["a", "c"]);
  });

  it("are none for a guest, whose other devices are not known", () => {
    const guest = { userId: null, deviceId: HERE, canManage: false };
    expect(listChoices([device(HERE, null), device("a", null)], guest, NO_CHANGES)).toEqual([]);
  });

  it.each([
    ["locked", "locked"],
    ["stopped", "stopped"],
    [null, "waiting"],
  ] as const)("cannot be selected while the sound is %s", (sound, unready) => {
    const changes = new Map([["a" as DeviceId, true]]);
    const [choice] = listChoices([here, device("a", MIRA, sound)], mira, changes);
    expect(choice).toMatchObject({ unready, isSelected: false, canSelect: false });
  });

  it("are at most as many as one measurement takes, those first that the user has selected", () => {
    const ids = Array.from({ length: deviceLimits.calibrated + 2 }, (_, index) => `d${index}` as DeviceId);
    const devices = ids.map((id) => device(id, MIRA));
    const atFirst = listChoices(devices, mira, NO_CHANGES);
    expect(selectedIds(atFirst)).toEqual(ids.slice(0, deviceLimits.calibrated));
    expect(atFirst.at(-1)?.canSelect).toBe(false);

    const last = ids.at(-1) as DeviceId;
    const changed = listChoices(
      devices,
      mira,
      new Map([
        [ids[0] as DeviceId, false],
        [last, true],
      ]),
    );
    expect(selectedIds(changed)).toHaveLength(deviceLimits.calibrated);
    expect(selectedIds(changed)).toContain(last);
    expect(selectedIds(changed)).not.toContain(ids[0]);
  });

  it("are not preselected after the user has deselected them", () => {
    const changes = new Map([["a" as DeviceId, false]]);
    const [choice] = listChoices([here, device("a", MIRA)], mira, changes);
    expect(choice).toMatchObject({ isSelected: false, canSelect: true });
  });
});

it("the pause of the music lasts from the request to the last sound", () => {
  // three rounds of two devices, one more sound, 1.13 s each, after a lead of 1.5 s
  expect(calibrationSeconds(1)).toBe(10);
  expect(calibrationSeconds(8)).toBe(34);
});

it("without a device to choose, a guest is asked to sign in", () => {
  expect(explainEmptyChoice({ ...mira, userId: null })).toBe("noneGuest");
  expect(explainEmptyChoice(mira)).toBe("none");
  expect(explainEmptyChoice({ ...mira, canManage: true })).toBe("noneManaged");
});
