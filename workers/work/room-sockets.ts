import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { Holdings } from "#app/domain/access/holdings.ts";

/** A socket that has to be closed: one of an address, in a room object. */
export type DisplacedSocket = { readonly roomObject: string; readonly address: string };

/** Counts the sockets of rooms by address, over all room objects of an isolate (WK3). */
export class RoomSockets {
  readonly #holdings = new Holdings(connectionLimits.roomSockets);
  /** By the id of the room object and by address. */
  readonly #counts = new Map<string, Map<string, number>>();

  /** Whether an address may open another socket. When all are taken, `displaced` has to be closed for it. */
  ask(address: string): { readonly isAdmitted: boolean; readonly displaced: DisplacedSocket | null } {
    const answer = this.#holdings.ask(address);
    if (answer.kind !== "displaces") return { isAdmitted: answer.kind === "granted", displaced: null };
    for (const [roomObject, counts] of this.#counts) {
      if (counts.has(answer.from)) return { isAdmitted: true, displaced: { roomObject, address: answer.from } };
    }
    return { isAdmitted: false, displaced: null };
  }

  /** The number of sockets of an address in a room object. */
  set(roomObject: string, address: string, count: number): void {
    const counts = this.#counts.get(roomObject) ?? new Map<string, number>();
    this.#holdings.remove(address, counts.get(address) ?? 0);
    this.#holdings.add(address, count);
    if (count > 0) counts.set(address, count);
    else counts.delete(address);
    if (counts.size > 0) this.#counts.set(roomObject, counts);
    else this.#counts.delete(roomObject);
  }

  /** Forgets the sockets of a room object, for example before it counts them. */
  clear(roomObject: string): void {
    for (const [address, count] of this.#counts.get(roomObject) ?? []) this.#holdings.remove(address, count);
    this.#counts.delete(roomObject);
  }
}

/** A server of one's own has one isolate. */
export const isolateRoomSockets = new RoomSockets();
