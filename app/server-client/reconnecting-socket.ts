import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import { backoffMs } from "#app/lib/retry.ts";
import { CLOSE_CODES, type CloseReason, isFinalClose, PING, PONG } from "#app/protocol/room-messages.ts";

/** How messages are written to a socket and read from it. */
export type MessageCodec<Outgoing, Incoming> = {
  readonly encode: (message: Outgoing) => string;
  /** Null for a message that this version of the page does not understand. It is ignored. */
  readonly decode: (raw: unknown) => Incoming | null;
  /** Recognizes the server's first message. Null if it sends none: the answer to a first ping then takes its place. */
  readonly isGreeting: ((message: Incoming) => boolean) | null;
  /** Recognizes a message that only requests a ping. */
  readonly isPingRequest: (message: Incoming) => boolean;
};

type ReconnectingSocketEvents<Incoming> = {
  readonly onMessage: (message: Incoming) => void;
  /** The server has answered on a new connection. */
  readonly onConnected?: () => void;
  /** Null while the socket reconnects. A reason means that the server rejected it: only `rejoin` connects again. */
  readonly onDisconnected: (reason: CloseReason | null) => void;
};

/** The effects that the socket needs. */
export type ReconnectingSocketDeps = {
  readonly connect: () => WebSocket;
  /** Runs a callback after a delay. Returns the function that cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
  /** In [0, 1). */
  readonly random: () => number;
};

/** A connection that does not answer a ping within this time is considered dead. */
const PONG_TIMEOUT_MS = 6000;
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_BACKOFF = { firstMs: 500, maxMs: 8000 };
// `WebSocket.CONNECTING` and `WebSocket.OPEN`, which do not exist where the simulation runs
const CONNECTING = 0;
const OPEN = 1;

const doNothing = () => undefined;

/** A WebSocket that reconnects until it is closed or the server rejects it. */
export class ReconnectingSocket<Outgoing, Incoming> {
  readonly #deps: ReconnectingSocketDeps;
  readonly #codec: MessageCodec<Outgoing, Incoming>;
  readonly #events: ReconnectingSocketEvents<Incoming>;
  #socket: WebSocket | null = null;
  /** Attempts to connect since a connection last worked. */
  #attempts = 0;
  #isConnected = false;
  #isClosed = false;
  #isRejected = false;
  #cancelPing: () => void = doNothing;
  #cancelTimeout: () => void = doNothing;
  #cancelReconnect: () => void = doNothing;

  constructor(
    deps: ReconnectingSocketDeps,
    codec: MessageCodec<Outgoing, Incoming>,
    events: ReconnectingSocketEvents<Incoming>,
  ) {
    this.#deps = deps;
    this.#codec = codec;
    this.#events = events;
    this.#connect();
  }

  /** Returns false if there is no open connection; the message is then dropped. */
  send(message: Outgoing): boolean {
    if (this.#socket?.readyState !== OPEN) return false;
    this.#socket.send(this.#codec.encode(message));
    return true;
  }

  /** Reconnects at once, or checks with a ping whether the connection is still alive. */
  wake(): void {
    if (this.#isClosed || this.#isRejected) return;
    if (this.#socket) return this.#ping();
    this.#attempts = 0;
    this.#connect();
  }

  /** Replaces the connection with a new one, even after a rejection: the credentials have changed. */
  rejoin(): void {
    if (this.#isClosed) return;
    const previous = this.#socket;
    this.#isRejected = false;
    this.#cancelTimers();
    this.#attempts = 0;
    this.#connect();
    if (previous) closeSocket(previous);
  }

  close(): void {
    this.#isClosed = true;
    this.#cancelTimers();
    this.#cancelReconnect();
    if (this.#socket) closeSocket(this.#socket);
    this.#socket = null;
  }

  #connect(): void {
    this.#cancelReconnect();
    const socket = this.#deps.connect();
    this.#socket = socket;
    this.#isConnected = false;
    const isCurrent = () => this.#socket === socket && !this.#isClosed;
    this.#dropUnlessAnswered(CONNECT_TIMEOUT_MS);
    socket.onmessage = ({ data }) => {
      if (!isCurrent()) return;
      this.#cancelTimeout();
      this.#receive(data, socket);
    };
    socket.onopen = () => {
      if (!isCurrent()) return;
      this.#keepAlive();
      if (!this.#codec.isGreeting) this.#ping();
    };
    socket.onclose = ({ code }) => {
      if (isCurrent()) this.#handleClose(code);
    };
  }

  #receive(data: unknown, socket: WebSocket): void {
    const { decode, isGreeting, isPingRequest } = this.#codec;
    if (data === PONG) {
      // not at the first one: the platform answers it even if the server then closes the connection
      if (this.#isConnected) this.#attempts = 0;
      if (!isGreeting) this.#confirmConnected();
      return;
    }
    const message = decode(data);
    if (!message) return;
    if (!isGreeting || isGreeting(message)) {
      this.#attempts = 0;
      this.#confirmConnected();
    }
    if (isPingRequest(message)) socket.send(PING);
    else this.#events.onMessage(message);
  }

  #confirmConnected(): void {
    if (this.#isConnected) return;
    this.#isConnected = true;
    this.#events.onConnected?.();
  }

  #keepAlive(): void {
    this.#cancelPing = this.#deps.after(connectionLimits.socketPingMs, () => {
      this.#ping();
      this.#keepAlive();
    });
  }

  #ping(): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#socket.send(PING);
    this.#dropUnlessAnswered(PONG_TIMEOUT_MS);
  }

  #dropUnlessAnswered(timeoutMs: number): void {
    this.#cancelTimeout();
    this.#cancelTimeout = this.#deps.after(timeoutMs, () => {
      const dead = this.#socket;
      this.#handleClose(0);
      // closed last: the close handshake with an unreachable server takes long, and its result is ignored
      if (dead) closeSocket(dead);
    });
  }

  #handleClose(code: number): void {
    this.#cancelTimers();
    this.#socket = null;
    if (isFinalClose(code)) {
      this.#isRejected = true;
      this.#events.onDisconnected(findCloseReason(code));
      return;
    }
    this.#events.onDisconnected(null);
    // the first reconnection does not wait
    const waitMs = this.#attempts === 0 ? 0 : backoffMs(this.#attempts, this.#deps.random(), RECONNECT_BACKOFF);
    this.#attempts += 1;
    this.#cancelReconnect = this.#deps.after(waitMs, () => this.#connect());
  }

  #cancelTimers(): void {
    this.#cancelPing();
    this.#cancelTimeout();
  }
}

function findCloseReason(code: number): CloseReason | null {
  for (const [reason, closeCode] of Object.entries(CLOSE_CODES)) if (closeCode === code) return reason as CloseReason;
  return null;
}

/** Closes a socket. Browsers log an error if one is closed before it is open. */
function closeSocket(socket: WebSocket): void {
  if (socket.readyState === CONNECTING) socket.onopen = () => socket.close(1000);
  else socket.close(1000);
}
