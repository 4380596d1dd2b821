import { canReplaceCalibration, canStopSounds, isOwnDevice } from "#app/domain/devices/device-rights.ts";
import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import { scheduleCalibration, scheduleMetronome, scheduleTest } from "#app/domain/devices/sound-check-schedule.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { ServerMessage } from "#app/protocol/room-messages.ts";
import { AwakeTimer } from "./awake-timer.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { ConnectedDevice } from "./connected-device.ts";
import type { ConnectionStore } from "./connection-store.ts";

export type SoundCheckType = "test" | "metronome" | "calibrate";
type Deps = { readonly connections: Pick<ConnectionStore, "get">; readonly broadcaster: Pick<Broadcaster, "send"> };
type Running = {
  readonly type: SoundCheckType;
  readonly starter: WebSocket;
  /** The devices that play. One that leaves the check alone is removed. */
  readonly sockets: Set<WebSocket>;
  readonly endMs: number;
};
type Start = { readonly id: string; readonly starter: ConnectedDevice; readonly devices: readonly ConnectedDevice[] };

/** The test sounds that the devices of a room play. Rights to the devices are checked before. */
export class SoundChecks {
  readonly #deps: Deps;
  readonly #running = new Map<string, Running>();
  /** With the memory of the object, nothing could be stopped any more. */
  readonly #awake = new AwakeTimer();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Starts a sound check with the id of its request. One that runs already, because its request came twice, continues. */
  start(type: SoundCheckType, start: Start): ErrorCode | null {
    const nowMs = Date.now();
    this.#forgetEnded(nowMs);
    const same = this.#running.get(start.id);
    if (same) return this.#isOf(same, start.starter, isOwnDevice) ? null : "forbidden";
    const error = type === "calibrate" ? this.#calibrate(start, nowMs) : this.#play(type, start, nowMs);
    this.#stayAwake(nowMs);
    return error;
  }

  /** Ends a sound check, or the part of it that the sender plays. One that has ended needs no end. */
  stop(sender: ConnectedDevice, id: string): ErrorCode | null {
    const nowMs = Date.now();
    this.#forgetEnded(nowMs);
    const running = this.#running.get(id);
    if (!running) return null;
    const isPlaying = running.sockets.has(sender.socket);
    // each device of a calibration needs silence from the others
    const endsForAll = this.#isOf(running, sender, canStopSounds) || (isPlaying && running.type === "calibrate");
    if (!endsForAll && !isPlaying) return "forbidden";
    if (endsForAll) this.#end(id, running);
    else this.#leaveAlone(sender.socket, id, running);
    this.#stayAwake(nowMs);
    return null;
  }

  /** Ends what a device has started that leaves. */
  leave(socket: WebSocket): void {
    this.#endWhere(({ starter }) => starter === socket);
    this.#stayAwake(Date.now());
  }

  #play(type: "test" | "metronome", { id, starter, devices }: Start, nowMs: number): ErrorCode | null {
    const calibration = this.#findCalibration();
    // the calibration would record these sounds
    if (devices.some(({ socket }) => calibration?.sockets.has(socket))) return "calibration-running";
    this.#endWhere((running) => running.type === type && running.starter === starter.socket);
    const check = type === "test" ? scheduleTest({ id, nowMs }) : scheduleMetronome({ id, nowMs });
    const running = { type, starter: starter.socket, sockets: toSockets(devices), endMs: toEndMs(check) };
    this.#running.set(id, running);
    this.#sendTo(running, { type: "sound-check", check });
    return null;
  }

  /** The starter listens. While it does, no other device may measure: both would receive the sounds of both. */
  #calibrate({ id, starter, devices }: Start, nowMs: number): ErrorCode | null {
    const others = devices.filter(({ socket }) => socket !== starter.socket);
    if (others.length === 0) return "device-not-found";
    const former = this.#findCalibration();
    if (former && !this.#isOf(former, starter, canReplaceCalibration)) return "calibration-running";
    this.#endWhere(({ type }) => type === "calibrate");
    const players = [starter, ...others];
    for (const { socket } of players) this.#endOthersOn(socket);
    const otherIds = others.map(({ connection }) => connection.deviceId);
    const { plan, checks, endMs } = scheduleCalibration({ id, nowMs }, starter.connection.deviceId, otherIds);
    this.#running.set(id, { type: "calibrate", starter: starter.socket, sockets: toSockets(players), endMs });
    this.#send(starter.socket, { type: "calibration", plan });
    // checks are in the order of the devices
    for (const [k, { socket }] of players.entries()) {
      const check = checks[k]?.check;
      if (check) this.#send(socket, { type: "sound-check", check });
    }
    return null;
  }

  #findCalibration(): Running | null {
    return [...this.#running.values()].find(({ type }) => type === "calibrate") ?? null;
  }

  /** Whether a rule holds between a device and the one that has started the check, whose role may have changed since. */
  #isOf({ starter }: Running, { connection }: ConnectedDevice, rule: typeof canStopSounds): boolean {
    const starterConnection = this.#deps.connections.get(starter);
    return starterConnection !== null && rule(connection, starterConnection);
  }

  /** Ends what a device plays, which a calibration would record. A starter that plays nothing more could not stop the others. */
  #endOthersOn(socket: WebSocket): void {
    for (const [id, running] of this.#running) {
      if (running.starter === socket) this.#end(id, running);
      else if (running.sockets.has(socket)) this.#leaveAlone(socket, id, running);
    }
  }

  #leaveAlone(socket: WebSocket, id: string, running: Running): void {
    this.#send(socket, { type: "sound-check-end", id });
    running.sockets.delete(socket);
    if (running.sockets.size === 0) this.#end(id, running);
  }

  #endWhere(predicate: (running: Running) => boolean): void {
    for (const [id, running] of this.#running) if (predicate(running)) this.#end(id, running);
  }

  /** The starter shows what it has started, also if it does not play. */
  #end(id: string, running: Running): void {
    this.#running.delete(id);
    const end = { type: "sound-check-end", id } as const;
    this.#sendTo(running, end);
    if (!running.sockets.has(running.starter)) this.#send(running.starter, end);
  }

  #sendTo({ sockets }: Running, message: ServerMessage): void {
    for (const socket of sockets) this.#send(socket, message);
  }

  #send(socket: WebSocket, message: ServerMessage): void {
    this.#deps.broadcaster.send(socket, message);
  }

  #stayAwake(nowMs: number): void {
    this.#awake.setUntil(Math.max(0, ...[...this.#running.values()].map(({ endMs }) => endMs)), nowMs);
  }

  #forgetEnded(nowMs: number): void {
    for (const [id, { endMs }] of this.#running) if (nowMs >= endMs) this.#running.delete(id);
  }
}

function toSockets(devices: readonly ConnectedDevice[]): Set<WebSocket> {
  return new Set(devices.map(({ socket }) => socket));
}

function toEndMs({ startMs, periodMs, count }: SoundCheck): number {
  return startMs + count * periodMs;
}
