import { type HoldingLimits, Holdings } from "#app/domain/access/holdings.ts";

/** Counts the open sockets of an object by the address that holds them (WK3). */
export class SocketShares {
  readonly #holdings: Holdings;
  /** The oldest socket first. */
  readonly #addresses = new Map<WebSocket, string>();

  constructor(limits: HoldingLimits) {
    this.#holdings = new Holdings(limits);
  }

  /** Whether the address may open another socket. When all are taken, one of the address with the most is passed to `close`. */
  makeRoom(address: string, close: (socket: WebSocket) => void): boolean {
    const answer = this.#holdings.ask(address);
    if (answer.kind === "displaces") {
      const displaced = [...this.#addresses].find(([, holder]) => holder === answer.from)?.[0];
      if (displaced) {
        this.remove(displaced);
        close(displaced);
      }
    }
    return answer.kind !== "refused";
  }

  add(socket: WebSocket, address: string): void {
    this.#addresses.set(socket, address);
    this.#holdings.add(address);
  }

  /** No effect on a socket that was removed already. */
  remove(socket: WebSocket): void {
    const address = this.#addresses.get(socket);
    if (address === undefined) return;
    this.#addresses.delete(socket);
    this.#holdings.remove(address);
  }
}
