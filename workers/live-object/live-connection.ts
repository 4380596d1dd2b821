import { type Payer, toPayer } from "#app/domain/access/work-budget.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Session } from "#workers/http/request-context.ts";
import type { LiveCaller } from "#workers/live-contract/live-caller.ts";
import { encodeTimestamp } from "#workers/live-contract/timestamp.ts";
import type { LiveServerMessage, QueryModification, StateVersion } from "./live-messages.ts";

/** The state that a connection's socket keeps while the object hibernates: at most 2 KiB. */
type Attachment = {
  readonly id: string;
  readonly caller: LiveCaller;
  /** The session in whose name functions run; null for a guest. */
  readonly sessionId: string | null;
  readonly userId: UserId | null;
  /** The name that the client gives itself. It survives reconnects. */
  readonly clientId: string | null;
  readonly querySet: number;
  readonly identity: number;
  readonly ts: number;
  readonly clockSkewMs: number;
};

type Version = Pick<Attachment, "querySet" | "identity" | "ts">;

/** One client. Its state is attached to its socket. */
export class LiveConnection {
  readonly socket: WebSocket;
  #state: Attachment;

  private constructor(socket: WebSocket, state: Attachment) {
    this.socket = socket;
    this.#state = state;
  }

  static open(socket: WebSocket, caller: LiveCaller): LiveConnection {
    const version = { querySet: 0, identity: 0, ts: 0 };
    const { sessionId, userId } = caller;
    const connection = new LiveConnection(socket, {
      id: crypto.randomUUID(),
      caller,
      sessionId,
      userId,
      clientId: null,
      clockSkewMs: 0,
      ...version,
    });
    connection.#set({});
    return connection;
  }

  static restore(socket: WebSocket): LiveConnection {
    return new LiveConnection(socket, socket.deserializeAttachment() as Attachment);
  }

  get id(): string {
    return this.#state.id;
  }

  get caller(): LiveCaller {
    return this.#state.caller;
  }

  get sessionId(): string | null {
    return this.#state.sessionId;
  }

  /** The person in whose name functions run or, for a guest, the address pays for what the connection causes. */
  get payer(): Payer {
    return toPayer(this.#state.userId, this.#state.caller.address);
  }

  get clientId(): string | null {
    return this.#state.clientId;
  }

  get version(): Version {
    return this.#state;
  }

  identify({ clientId, clockSkewMs }: Pick<Attachment, "clientId" | "clockSkewMs">): void {
    this.#set({ clientId, clockSkewMs });
  }

  /** @param session null for a guest */
  signIn(session: Pick<Session, "id" | "user"> | null): void {
    this.#set({ sessionId: session?.id ?? null, userId: session?.user.id ?? null });
  }

  /** Sends changed results, and the new version. A client shows the effects of its mutations up to `ts`. */
  transition(modifications: readonly QueryModification[], changed: Partial<Version>): void {
    const startVersion = toStateVersion(this.#state);
    this.#set({ ...changed, ts: Math.max(this.#state.ts, changed.ts ?? 0) });
    this.send({
      type: "Transition",
      startVersion,
      endVersion: toStateVersion(this.#state),
      modifications,
      clientClockSkew: this.#state.clockSkewMs,
      serverTs: Date.now() * 1_000_000,
    });
  }

  /** Returns the length of the message, characters. */
  send(message: LiveServerMessage): number {
    const text = JSON.stringify(message);
    try {
      this.socket.send(text);
    } catch {
      // the socket is closing; the client connects again
    }
    return text.length;
  }

  close(code: number, reason: string): void {
    this.socket.close(code, reason);
  }

  #set(changed: Partial<Attachment>): void {
    this.#state = { ...this.#state, ...changed };
    this.socket.serializeAttachment(this.#state);
  }
}

function toStateVersion({ querySet, identity, ts }: Version): StateVersion {
  return { querySet, identity, ts: encodeTimestamp(ts) };
}
