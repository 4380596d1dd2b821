import WebSocket from "ws";
import { connectionLimits } from "#app/domain/access/connection-limits.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { RoomState } from "#app/domain/room/room.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { PROTOCOL_VERSION, type ServerMessage } from "#app/protocol/room-messages.ts";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";
import type { SoakClient } from "#tests/soak/soak-client.ts";
import type { Samples } from "./samples.ts";
import { systemNowMs } from "./thread-clock.ts";

type HonestClientOptions = {
  readonly client: SoakClient;
  readonly origin: string;
  readonly roomId: RoomId;
  readonly samples: Samples;
  readonly random: () => number;
  /** By how much longer this client waits than a browser before it gives up a command or a connection. */
  readonly patience: number;
};

/** A browser in the honest room: the connection that the product uses, and what it has waited for. */
export class HonestClient {
  readonly client: SoakClient;
  /** Refusals and broken connections. */
  readonly complaints: string[] = [];
  readonly #connection: RoomConnection;
  readonly #samples: Samples;
  readonly #eventsAtMs = new Map<number, number>();
  /** When the probes were sent that are not answered yet. */
  readonly #probes = new Set<number>();
  readonly #chatAtMs = new Map<string, number>();

  constructor({ client, origin, roomId, samples, random, patience }: HonestClientOptions) {
    this.client = client;
    this.#samples = samples;
    const url = `${origin.replace("http", "ws")}/api/rooms/${roomId}/socket?v=${PROTOCOL_VERSION}`;
    this.#connection = new RoomConnection({
      connect: () => {
        const socket = new WebSocket(url, { headers: client.headers });
        socket.on("close", (code, reason) => {
          if (!this.#isLeaving) this.complaints.push(`a connection was closed with ${code} ${reason}`);
        });
        // a `close` follows each error
        socket.on("error", () => undefined);
        return socket as unknown as globalThis.WebSocket;
      },
      after: (ms, run) => {
        const timer = setTimeout(run, ms === connectionLimits.socketPingMs ? ms : patience * ms);
        return () => clearTimeout(timer);
      },
      random,
    });
    this.#connection.onMessage((message) => this.#receive(message));
  }

  #isLeaving = false;

  get state(): RoomState | null {
    return this.#connection.view.get().confirmed;
  }

  get revision(): number {
    return this.#connection.view.get().revision;
  }

  get isOpen(): boolean {
    return this.#connection.view.get().connection === "open";
  }

  /** The query string with which media can be read. */
  get mediaQuery(): string | null {
    return this.#connection.view.get().media?.query ?? null;
  }

  /** Sends a command. Resolves to its revision after it took effect; null if it was refused. */
  async command(command: RoomCommand): Promise<number | null> {
    const error = await this.#samples.time("command", () => this.#connection.command(command));
    if (error !== null) this.complaints.push(`${command.type} was refused: ${error}`);
    return error === null ? this.revision : null;
  }

  /** Probes the clock, as a browser that plays does. */
  probe(): void {
    const sentLocalMs = systemNowMs();
    if (this.#connection.send({ type: "clock", sentLocalMs, roundTripMs: 10 })) this.#probes.add(sentLocalMs);
  }

  /** When the events of a revision arrived; undefined if they have not. */
  eventsAtMs(revision: number): number | undefined {
    return this.#eventsAtMs.get(revision);
  }

  /** When a message of the chat arrived. */
  chatAtMs(text: string): number | undefined {
    return this.#chatAtMs.get(text);
  }

  /** Leaves the room. Probes that were not answered have waited until now. */
  leave(): void {
    for (const sentMs of this.#probes) this.#samples.add("clock", sentMs);
    this.#isLeaving = true;
    this.#connection.close();
  }

  #receive(message: ServerMessage): void {
    if (message.type === "batch") for (const part of message.messages) this.#receive(part);
    else if (message.type === "events") this.#eventsAtMs.set(message.revision, systemNowMs());
    else if (message.type === "clock" && this.#probes.delete(message.sentLocalMs))
      this.#samples.add("clock", message.sentLocalMs);
    else if (message.type === "chat") {
      for (const { kind, ...rest } of message.messages) {
        if (kind === "written" && "text" in rest) this.#chatAtMs.set(rest.text, systemNowMs());
      }
    }
  }
}
