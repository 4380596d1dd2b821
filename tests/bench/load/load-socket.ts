import WebSocket from "ws";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { type ClientMessage, PROTOCOL_VERSION, type ServerMessage } from "#app/protocol/room-messages.ts";

/** Listeners that join at once share no address: a thousand people do not either. */
const addressOf = (index: number) => `10.7.${index >> 8}.${index & 255}`;

export type LoadSocketOptions = {
  readonly baseURL: string;
  readonly roomId: string;
  readonly index: number;
  /** Null for a guest. */
  readonly cookie?: string | null;
};

/** A connection to a room, without a browser. Times are those of `performance.now()`. */
export class LoadSocket {
  /** When the snapshot arrived; null before that. */
  welcomedAtMs: number | null = null;
  closedWith: number | null = null;
  /** When the events of each revision arrived. */
  readonly eventsAtMs = new Map<number, number>();
  readonly #socket: WebSocket;
  readonly #replies = new Map<string, (atMs: number) => void>();
  readonly #clockAnswers = new Map<number, (atMs: number) => void>();
  #lastSentMs = 0;
  #commands = 0;

  constructor({ baseURL, roomId, index, cookie = null }: LoadSocketOptions) {
    const url = `${baseURL.replace("http", "ws")}/api/rooms/${roomId}/socket?v=${PROTOCOL_VERSION}`;
    const headers = { "CF-Connecting-IP": addressOf(index), ...(cookie && { Cookie: cookie }) };
    this.#socket = new WebSocket(url, { headers, perMessageDeflate: false });
    this.#socket.on("message", (data) => this.#receive(data.toString()));
    this.#socket.on("close", (code) => {
      this.closedWith = code;
    });
    // `close` follows
    this.#socket.on("error", () => undefined);
  }

  /** Probes the clock. Resolves with the time until the answer, ms. */
  probe(): Promise<number> {
    const sentLocalMs = this.#nextSentMs();
    return this.#time(sentLocalMs, { type: "clock", sentLocalMs, roundTripMs: 30 });
  }

  /** Sends a report, which is answered like a probe. */
  report(): Promise<number> {
    const sentLocalMs = this.#nextSentMs();
    return this.#time(sentLocalMs, { type: "report", report: { errorMs: 1, boundMs: 2 }, sentLocalMs });
  }

  /** Sends a command. Resolves when it was answered, with the time of the answer. */
  run(command: RoomCommand): Promise<number> {
    this.#commands += 1;
    const id = String(this.#commands);
    const answered = new Promise<number>((resolve) => this.#replies.set(id, resolve));
    this.#send({ type: "command", id, command });
    return answered;
  }

  close(): void {
    this.#socket.close();
  }

  #time(sentMs: number, message: ClientMessage): Promise<number> {
    const answered = new Promise<number>((resolve) => this.#clockAnswers.set(sentMs, (atMs) => resolve(atMs - sentMs)));
    this.#send(message);
    return answered;
  }

  /** Different for each message, because the answer repeats it. */
  #nextSentMs(): number {
    this.#lastSentMs = Math.max(performance.now(), this.#lastSentMs + 0.001);
    return this.#lastSentMs;
  }

  #send(message: ClientMessage): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  #receive(text: string): void {
    const atMs = performance.now();
    // parsing a thousand presence lists would measure this process instead of the server
    if (text.startsWith('{"type":"presence"')) return;
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === "snapshot") this.welcomedAtMs ??= atMs;
    else if (message.type === "events") this.eventsAtMs.set(message.revision, atMs);
    else if (message.type === "clock") this.#clockAnswers.get(message.sentLocalMs)?.(atMs);
    else if (message.type === "reply") this.#replies.get(message.id)?.(atMs);
  }
}
