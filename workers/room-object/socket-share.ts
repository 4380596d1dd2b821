import { isolateRoomSockets } from "#workers/work/room-sockets.ts";

const TAG = "address:";

/** The sockets of a room by address, which count together with those of all rooms (WK3). */
export class SocketShare {
  readonly #roomObject: string;
  readonly #addresses = new Map<WebSocket, string>();
  /** By address, the oldest socket first. */
  readonly #sockets = new Map<string, Set<WebSocket>>();

  constructor(ctx: DurableObjectState) {
    this.#roomObject = ctx.id.toString();
    isolateRoomSockets.clear(this.#roomObject);
    for (const socket of ctx.getWebSockets()) {
      const tag = ctx.getTags(socket).find((name) => name.startsWith(TAG));
      if (tag !== undefined) this.add(socket, tag.slice(TAG.length));
    }
  }

  /** The tag by which a socket is counted again after the room has slept. */
  tagOf(address: string): string {
    return `${TAG}${address}`;
  }

  add(socket: WebSocket, address: string): void {
    const sockets = this.#sockets.get(address) ?? new Set();
    this.#sockets.set(address, sockets.add(socket));
    this.#addresses.set(socket, address);
    isolateRoomSockets.set(this.#roomObject, address, sockets.size);
  }

  /** No effect on a socket that was removed already. */
  remove(socket: WebSocket): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    const sockets = this.#sockets.get(address) ?? new Set();
    sockets.delete(socket);
    if (sockets.size === 0) this.#sockets.delete(address);
    this.#addresses.delete(socket);
    isolateRoomSockets.set(this.#roomObject, address, sockets.size);
  }

  /** The oldest socket of an address. */
  findOldest(address: string): WebSocket | undefined {
    return this.#sockets.get(address)?.values().next().value;
  }
}
