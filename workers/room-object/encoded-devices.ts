import type { Connection } from "#app/domain/access/connection.ts";
import type { DeviceHealth } from "#app/domain/devices/device.ts";
import { arrangeDevices, toListedDevice } from "#app/domain/devices/device-list.ts";
import { canSeeOutput, isOwnDevice } from "#app/domain/devices/device-rights.ts";
import type { UserId } from "#app/domain/ids.ts";
import { encodeDeviceList, encodeListedDevice } from "#app/protocol/device-list.ts";

type ReportedDevice = { readonly connection: Connection; readonly report: DeviceHealth | null };
/** The JSON of a device with the name of its output and without it; null until it is needed. */
type Encoded = ReportedDevice & { full: string | null; public: string | null };

/** The devices of a room at one moment, as lists for those who watch. Each device is encoded once, not once for each list. */
export class EncodedDevices {
  /** In the order of joining. */
  readonly #devices: readonly Encoded[];
  readonly #ofPerson = new Map<UserId, Set<Encoded>>();

  constructor(devices: readonly ReportedDevice[]) {
    const encoded = devices.map((device) => ({ ...device, full: null, public: null }));
    this.#devices = encoded.sort((a, b) => a.connection.joinedAtMs - b.connection.joinedAtMs);
    for (const device of this.#devices) {
      const { person } = device.connection;
      if (!person) continue;
      const own = this.#ofPerson.get(person.id);
      if (own) own.add(device);
      else this.#ofPerson.set(person.id, new Set([device]));
    }
  }

  /** The message `devices` for one recipient. */
  listFor(viewer: Connection): string {
    const own = this.#findOwn(viewer);
    const { listed, others } = arrangeDevices(this.#devices, own);
    const texts = listed.map((device) => {
      return canSeeOutput(viewer, device.connection) ? encodeFully(device) : encodePublicly(device);
    });
    return encodeDeviceList(texts, others);
  }

  #findOwn(viewer: Connection): ReadonlySet<Encoded> {
    if (viewer.person) return this.#ofPerson.get(viewer.person.id) ?? new Set();
    const device = this.#devices.find(({ connection }) => isOwnDevice(viewer, connection));
    return new Set(device ? [device] : []);
  }
}

function encodeFully(device: Encoded): string {
  device.full ??= encodeListedDevice(toListedDevice(device.connection, device.report, { isOutputVisible: true }));
  return device.full;
}

function encodePublicly(device: Encoded): string {
  device.public ??= encodeListedDevice(toListedDevice(device.connection, device.report, { isOutputVisible: false }));
  return device.public;
}
