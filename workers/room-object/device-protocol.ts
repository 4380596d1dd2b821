import type { Connection } from "#app/domain/access/connection.ts";
import type { DeviceHealth } from "#app/domain/devices/device.ts";
import { deviceLimits } from "#app/domain/devices/device-limits.ts";
import { canChangeDevice, canTestDevice, isOwnDevice } from "#app/domain/devices/device-rights.ts";
import type { DeviceRequest } from "#app/domain/devices/sound-check.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { DeviceId } from "#app/domain/ids.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { DeviceClientMessage } from "#app/protocol/device-messages.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { DeviceListPublisher } from "./device-list-publisher.ts";
import { DeviceReports } from "./device-reports.ts";
import { DeviceWatches } from "./device-watches.ts";
import { SoundChecks } from "./sound-checks.ts";

type RequestMessage = Extract<DeviceClientMessage, { type: "device-request" }>;
type Change = Extract<DeviceRequest, { type: "change" }>;
type Deps = { readonly connections: ConnectionStore; readonly broadcaster: Broadcaster };

/**
 * Handles the messages of a room's connections about devices. Each device keeps its own settings; the room checks rights, forwards
 * requests, and shows what devices report to those who watch. It stores nothing.
 */
export class DeviceProtocol {
  readonly #deps: Deps;
  readonly #watches: DeviceWatches;
  readonly #reports = new DeviceReports();
  readonly #list: DeviceListPublisher;
  readonly #sounds: SoundChecks;

  constructor({ connections, broadcaster }: Deps) {
    this.#deps = { connections, broadcaster };
    this.#watches = new DeviceWatches({ ...this.#deps, onBegun: () => this.#forgetReports() });
    this.#list = new DeviceListPublisher({ ...this.#deps, reports: this.#reports, watchers: () => this.#watches.list() });
    this.#sounds = new SoundChecks(this.#deps);
  }

  handle(sender: ConnectedDevice, message: DeviceClientMessage): void {
    switch (message.type) {
      case "watch-devices":
        if (!message.isOn) return this.#watches.end(sender.socket);
        if (this.#watches.watch(sender.socket)) this.#list.begin(sender.socket);
        return;
      case "device-report":
        return this.#setReport(sender.socket, message.report);
      case "device-request":
        return this.#handleRequest(sender, message);
    }
  }

  /** To be called after a device has joined and has its snapshot. */
  join(device: ConnectedDevice): void {
    this.#watches.join(device);
  }

  /** To be called after the connection of a device has ended. */
  leave(socket: WebSocket): void {
    this.#watches.end(socket);
    this.#sounds.leave(socket);
    this.#reports.forget(socket);
    this.#list.publish();
  }

  /** To be called when a device has joined, or its person, name or role has changed. */
  followPresence(): void {
    this.#list.publish();
  }

  #setReport(socket: WebSocket, report: DeviceHealth): void {
    const nowMs = Date.now();
    if (!this.#watches.isLeased(nowMs)) return;
    this.#reports.set(socket, { report, atMs: nowMs, everyMs: this.#watches.everyMs(socket) });
    this.#list.publish();
  }

  #forgetReports(): void {
    this.#reports.forgetAll();
    this.#list.publish();
  }

  #handleRequest(sender: ConnectedDevice, { id, request }: RequestMessage): void {
    const { broadcaster } = this.#deps;
    const reply = (error: ErrorCode | null) => broadcaster.send(sender.socket, { type: "reply", id, error });
    if (request.type !== "disconnect") return reply(this.#run(sender, id, request));
    const found = this.#find(sender, [request.deviceId], isOwnDevice);
    // before the connection is closed, which may be the sender's
    reply(found.ok ? null : found.error);
    if (!found.ok) return;
    broadcaster.close(
      found.value.map(({ socket }) => socket),
      "disconnected",
    );
  }

  #run(sender: ConnectedDevice, id: string, request: Exclude<DeviceRequest, { type: "disconnect" }>): ErrorCode | null {
    switch (request.type) {
      case "change":
        return this.#change(sender, request);
      case "stop":
        return this.#sounds.stop(sender, request.id);
      case "test":
      case "metronome":
      case "calibrate": {
        const found = this.#find(sender, request.deviceIds, canTestDevice);
        return found.ok ? this.#sounds.start(request.type, { id, starter: sender, devices: found.value }) : found.error;
      }
    }
  }

  #change(sender: ConnectedDevice, { deviceId, change }: Change): ErrorCode | null {
    const found = this.#find(sender, [deviceId], (from, to) => canChangeDevice(from, to, change));
    if (!found.ok) return found.error;
    const by = toShownName(sender.connection);
    for (const { socket, connection } of found.value) {
      const isOwn = isOwnDevice(sender.connection, connection);
      this.#deps.broadcaster.send(socket, { type: "device-change", change, by, isOwn });
    }
    return null;
  }

  /** Those of the devices that are still in the room, each once. Without the right to one of them, the whole request is refused. */
  #find(
    sender: ConnectedDevice,
    deviceIds: readonly DeviceId[],
    isAllowed: (sender: Connection, device: Connection) => boolean,
  ): Result<readonly ConnectedDevice[]> {
    const ids = new Set(deviceIds);
    const devices = this.#deps.connections.entries().flatMap(({ key: socket, connection }) => {
      return ids.has(connection.deviceId) ? [{ socket, connection }] : [];
    });
    if (!devices.every(({ connection }) => isAllowed(sender.connection, connection))) return fail("forbidden");
    return devices.length > 0 ? ok(devices) : fail("device-not-found");
  }
}

function toShownName({ person, guestName }: Connection): string | null {
  const name = person?.name ?? guestName;
  return name && [...name].slice(0, deviceLimits.byLength).join("");
}
