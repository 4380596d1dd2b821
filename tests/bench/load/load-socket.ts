import WebSocket from "ws";
import type { ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ChatMessageId, EntryId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";
import { type Reaction, sumOf, totalCounts } from "#app/domain/reactions/reactions.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { type ClientMessage, PROTOCOL_VERSION, type ServerMessage } from "#app/protocol/room-messages.ts";
import { newEditId } from "#app/server-client/room/room-connection.ts";

/** Listeners that join at once share no address: a thousand people do not either. */
const addressOf = (index: number) => `10.7.${index >> 8}.${index & 255}`;

export type LoadSocketOptions = {
  readonly baseURL: string;
  readonly roomId: string;
  readonly index: number;
  /** Null for a guest. */
  readonly cookie?: string | null;
  /** Called with the texts of the chat that arrive together, and the time. */
  readonly onChat?: (texts: readonly string[], atMs: number) => void;
};

/** A connection to a room, without a browser. Times are those of `performance.now()`. */
export class LoadSocket {
  /** When the snapshot arrived; null before that. */
  welcomedAtMs: number | null = null;
  closedWith: number | null = null;
  /** When the events of each revision arrived. */
  readonly eventsAtMs = new Map<number, number>();
  /** When messages with reactions arrived, and the number of reactions until then. */
  readonly reactions: { readonly atMs: number; readonly total: number }[] = [];
  readonly #socket: WebSocket;
  readonly #onChat: LoadSocketOptions["onChat"];
  readonly #replies = new Map<string, (atMs: number) => void>();
  readonly #clockAnswers = new Map<number, (atMs: number) => void>();
  #lastSentMs = 0;

  constructor({ baseURL, roomId, index, cookie = null, onChat }: LoadSocketOptions) {
    this.#onChat = onChat;
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
    const id = newEditId();
    const answered = new Promise<number>((resolve) => this.#replies.set(id, resolve));
    this.#send({ type: "command", id, command });
    return answered;
  }

  react(entryId: EntryId, reaction: Reaction): void {
    this.#send({ type: "reaction", entryId, reaction });
  }

  /** Sends a message to the chat. */
  sendChat(text: string): void {
    const id = makeId<ChatMessageId>(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
    this.#send({ type: "chat-send", id, text, mentions: [], replyTo: null });
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

  #totalAfter({ added }: Extract<ServerMessage, { type: "reactions" }>): number {
    const received = added.reduce((sum, { marks }) => sum + sumOf(totalCounts(marks)), 0);
    return (this.reactions.at(-1)?.total ?? 0) + received;
  }

  #receive(text: string): void {
    const atMs = performance.now();
    // parsing a thousand presence lists would measure this process instead of the server
    if (text.startsWith('{"type":"presence"') || (!this.#onChat && text.startsWith('{"type":"chat"'))) return;
    this.#handle(JSON.parse(text) as ServerMessage, atMs);
  }

  #handle(message: ServerMessage, atMs: number): void {
    if (message.type === "batch") for (const part of message.messages) this.#handle(part, atMs);
    else if (message.type === "snapshot") this.welcomedAtMs ??= atMs;
    else if (message.type === "events") this.eventsAtMs.set(message.revision, atMs);
    else if (message.type === "clock") this.#clockAnswers.get(message.sentLocalMs)?.(atMs);
    else if (message.type === "reactions") this.reactions.push({ atMs, total: this.#totalAfter(message) });
    else if (message.type === "chat") this.#onChat?.(message.messages.flatMap(toText), atMs);
    else if (message.type === "reply") this.#replies.get(message.id)?.(atMs);
  }
}

function toText(message: ChatMessage): readonly string[] {
  return message.kind === "written" ? [message.text] : [];
}
