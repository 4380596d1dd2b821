import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { backoffMs } from "#app/lib/retry.ts";
import { CLOSE_CODES, type CloseReason, isFinalClose, PING, PONG } from "#app/protocol/room-messages.ts";

/** A socket that comes back by itself, until it is closed for good. */
export type ReconnectingSocket<Said> = {
  /** False where nobody would hear it. */
  send(message: Said): boolean;
  /** Something has changed for the better: try again now, or see whether the connection still lives. */
  wake(): void;
  /** Comes in anew: who this is has changed. */
  rejoin(): void;
  close(): void;
};

/** What is spoken on a socket. */
export type MessageCodec<Said, TrackAnalysis> = {
  readonly encode: (message: Said) => string;
  /** Null for what this page does not know. */
  readonly decode: (raw: unknown) => TrackAnalysis | null;
  /** What the far end greets with; null: it does not, and the answer to a first ping says as much. */
  readonly isGreeting: ((message: TrackAnalysis) => boolean) | null;
  /** The far end wants a sign of life, nothing else. */
  readonly isPingRequest: (message: TrackAnalysis) => boolean;
};

export type ReconnectingSocketEvents<TrackAnalysis> = {
  readonly onMessage: (message: TrackAnalysis) => void;
  /** The far end has answered for the first time on this connection. */
  readonly onUp?: () => void;
  /** `reason`: it will not come back, and why. */
  readonly onDown: (reason: CloseReason | null) => void;
};

/** What the socket needs from around it. */
export type ReconnectingSocketDeps = {
  readonly connect: () => WebSocket;
  readonly after: (ms: number, run: () => void) => () => void;
  readonly random: () => number;
};

/** A ping that is not answered in this time was the last: the connection is taken for dead. */
const PONG_WITHIN_MS = 6000;
const CONNECT_WITHIN_MS = 10_000;
const RECONNECT_BACKOFF = { firstMs: 500, maxMs: 8000 };
const OPEN = 1;

export function createReconnectingSocket<Said, TrackAnalysis>(
  deps: ReconnectingSocketDeps,
  codec: MessageCodec<Said, TrackAnalysis>,
  { onMessage, onUp, onDown }: ReconnectingSocketEvents<TrackAnalysis>,
): ReconnectingSocket<Said> {
  let socket: WebSocket | null = null;
  let attempts = 0;
  let isUp = false;
  let isClosed = false;
  /** The server has said that coming back makes no sense; only what changes that may try again. */
  let isOver = false;
  let cancelPing: () => void = () => undefined;
  let cancelVerdict: () => void = () => undefined;
  let cancelRetry: () => void = () => undefined;

  function connect(): void {
    cancelRetry();
    const opening = deps.connect();
    socket = opening;
    isUp = false;
    const isCurrent = () => socket === opening && !isClosed;
    expectLife(CONNECT_WITHIN_MS);
    opening.onmessage = ({ data }) => {
      if (!isCurrent()) return;
      cancelVerdict();
      hear(data, opening);
    };
    opening.onopen = () => {
      if (!isCurrent()) return;
      keepAlive();
      if (!codec.isGreeting) ping();
    };
    opening.onclose = ({ code }) => {
      if (isCurrent()) down(code);
    };
  }

  function hear(data: unknown, from: WebSocket): void {
    const message = data === PONG ? null : codec.decode(data);
    if (message ? codec.isGreeting?.(message) : data === PONG && !codec.isGreeting) up();
    if (!message) return;
    if (codec.isPingRequest(message)) from.send(PING);
    else onMessage(message);
  }

  function up(): void {
    attempts = 0;
    if (isUp) return;
    isUp = true;
    onUp?.();
  }

  function keepAlive(): void {
    cancelPing = deps.after(connectionLimits.socketPingMs, () => {
      ping();
      keepAlive();
    });
  }

  function ping(): void {
    if (socket?.readyState !== OPEN) return;
    socket.send(PING);
    expectLife(PONG_WITHIN_MS);
  }

  function expectLife(withinMs: number): void {
    cancelVerdict();
    cancelVerdict = deps.after(withinMs, () => {
      const dead = socket;
      down(0);
      // the far end may never hear of it, and it takes long to close towards nobody
      dead?.close();
    });
  }

  function down(code: number): void {
    cancelPing();
    cancelVerdict();
    socket = null;
    if (isFinalClose(code)) {
      isOver = true;
      onDown(reasonOf(code));
      return;
    }
    onDown(null);
    cancelRetry = deps.after(attempts === 0 ? 0 : backoffMs(attempts, deps.random(), RECONNECT_BACKOFF), connect);
    attempts += 1;
  }

  connect();
  return {
    send(message) {
      if (socket?.readyState !== OPEN) return false;
      socket.send(codec.encode(message));
      return true;
    },
    wake() {
      if (isClosed || isOver) return;
      if (socket) return ping();
      attempts = 0;
      connect();
    },
    rejoin() {
      if (isClosed) return;
      const before = socket;
      isOver = false;
      cancelPing();
      cancelVerdict();
      attempts = 0;
      connect();
      before?.close(1000);
    },
    close() {
      isClosed = true;
      cancelPing();
      cancelVerdict();
      cancelRetry();
      socket?.close(1000);
      socket = null;
    },
  };
}

function reasonOf(code: number): CloseReason | null {
  for (const [reason, known] of Object.entries(CLOSE_CODES)) if (known === code) return reason as CloseReason;
  return null;
}
