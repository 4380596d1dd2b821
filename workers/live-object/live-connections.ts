import { liveLimits } from "#app/domain/access/live-limits.ts";
import { SocketShares } from "#workers/work/socket-shares.ts";
import type { LiveConnection } from "./live-connection.ts";
import { QueryShares } from "./query-shares.ts";
import type { SubscriptionStore } from "./subscription-store.ts";

export const CLOSE_TRY_AGAIN = 1013;

/** The open connections, with the shares that they hold: their sockets by address, their subscriptions by payer (WK3). */
export class LiveConnections {
  readonly #store: SubscriptionStore;
  readonly #bySocket = new Map<WebSocket, LiveConnection>();
  readonly #byId = new Map<string, LiveConnection>();
  readonly #sockets = new SocketShares(liveLimits.sockets);
  readonly #queries = new QueryShares();

  /** @param open the connections whose sockets were open while the object slept */
  constructor(store: SubscriptionStore, open: readonly LiveConnection[]) {
    this.#store = store;
    for (const connection of open) this.add(connection);
    store.retainConnections([...this.#byId.keys()]);
    for (const connection of open) this.countQueries(connection);
  }

  get size(): number {
    return this.#bySocket.size;
  }

  /** The number of subscriptions of all connections. */
  get queries(): number {
    return this.#queries.total;
  }

  list(): readonly LiveConnection[] {
    return [...this.#bySocket.values()];
  }

  get(socket: WebSocket): LiveConnection | undefined {
    return this.#bySocket.get(socket);
  }

  find(id: string): LiveConnection | undefined {
    return this.#byId.get(id);
  }

  isOpen({ socket }: LiveConnection): boolean {
    return this.#bySocket.has(socket);
  }

  /** Whether the address may open another socket. */
  makeRoomForSocket(address: string): boolean {
    return this.#sockets.makeRoom(address, (socket) => {
      const connection = this.#bySocket.get(socket);
      if (connection) this.drop(connection, CLOSE_TRY_AGAIN, "TooManySockets");
    });
  }

  add(connection: LiveConnection): void {
    this.#bySocket.set(connection.socket, connection);
    this.#byId.set(connection.id, connection);
    this.#sockets.add(connection.socket, connection.caller.address);
  }

  /** The other side has closed the connection. */
  end(socket: WebSocket): void {
    this.#forget(socket);
    this.#sockets.remove(socket);
  }

  /** Closes a connection, and gives up its subscriptions at once. Its socket counts until the other side has closed it, too. */
  drop(connection: LiveConnection, code: number, reason: string): void {
    connection.close(code, reason);
    this.#forget(connection.socket);
  }

  /** Whether the connection may have so many more subscriptions. Closes it if not. */
  makeRoomForQueries(connection: LiveConnection, count: number): boolean {
    const isAdmitted =
      this.#store.count(connection.id) + count <= liveLimits.queriesPerConnection &&
      this.#queries.makeRoom(connection, count, (other) => this.#dropFull(other));
    if (!isAdmitted) this.#dropFull(connection);
    return isAdmitted;
  }

  /** To be called when the subscriptions of a connection, or its payer, have changed. */
  countQueries(connection: LiveConnection): void {
    this.#queries.set(connection, this.#store.count(connection.id));
  }

  /** From now on, another payer holds the connection's subscriptions. Closes it if they are more than its share. */
  changePayer(connection: LiveConnection, change: () => void): void {
    this.#queries.set(connection, 0);
    change();
    const count = this.#store.count(connection.id);
    const isAdmitted = this.#queries.makeRoom(connection, count, (other) => this.#dropFull(other));
    if (isAdmitted) this.countQueries(connection);
    else this.#dropFull(connection);
  }

  #dropFull(connection: LiveConnection): void {
    this.drop(connection, CLOSE_TRY_AGAIN, "TooManySubscriptions");
  }

  #forget(socket: WebSocket): void {
    const connection = this.#bySocket.get(socket);
    if (!connection) return;
    this.#store.removeConnection(connection.id);
    this.#bySocket.delete(socket);
    this.#byId.delete(connection.id);
    this.#queries.set(connection, 0);
  }
}
