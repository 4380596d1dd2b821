import { CLOSE_CODES, type CloseReason, type ServerFrame } from "#app/protocol/room-messages.ts";
import { encodeServerFrame } from "#app/protocol/room-server-codec.ts";
import { type Device, type Devices, whoIsHere } from "./connections.ts";

/** Everyone who listens: what is said to them, and how they are let go. */
export type Audience = {
  here(): readonly Device[];
  /** Signed-in people and devices of guests. */
  activeUsers(): number;
  send(socket: WebSocket, frame: ServerFrame): void;
  broadcast(frame: ServerFrame, except?: WebSocket | null): void;
  /** The other side has closed, or is gone. */
  leave(socket: WebSocket): void;
  close(socket: WebSocket, reason: CloseReason): void;
  closeWhere(isIt: (device: Device) => boolean, reason: CloseReason): void;
};

/** @param onLeft told once of each person, and once of all guests, who have gone together */
export function openAudience(devices: Devices, onLeft: (device: Device) => void): Audience {
  function sendText(socket: WebSocket, text: string): void {
    try {
      socket.send(text);
    } catch {
      // it is closing: its close handler follows, and nobody else is concerned
    }
  }

  function letGo(sockets: readonly WebSocket[], reason: CloseReason | null): void {
    const gone = new Map<string, Device>();
    for (const socket of sockets) {
      const device = devices.deviceOf(socket);
      if (reason) socket.close(CLOSE_CODES[reason], reason);
      if (!device) continue;
      devices.forget(socket);
      gone.set(device.person?.id ?? "guest", device);
    }
    for (const device of gone.values()) onLeft(device);
  }

  const here = () => devices.sockets().flatMap((socket) => devices.deviceOf(socket) ?? []);
  return {
    here,
    activeUsers() {
      const { present, anonymous } = whoIsHere(here());
      return present.length + anonymous;
    },
    send: (socket, frame) => sendText(socket, encodeServerFrame(frame)),
    broadcast(frame, except = null) {
      const text = encodeServerFrame(frame);
      for (const socket of devices.sockets()) if (socket !== except) sendText(socket, text);
    },
    leave: (socket) => letGo([socket], null),
    close: (socket, reason) => letGo([socket], reason),
    closeWhere(isIt, reason) {
      const isTheirs = (socket: WebSocket) => {
        const device = devices.deviceOf(socket);
        return device !== null && isIt(device);
      };
      letGo(devices.sockets().filter(isTheirs), reason);
    },
  };
}
