import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import WebSocket from "ws";
import type { RoomId } from "#app/domain/ids.ts";
import type { Entry } from "#app/domain/playlist/playlist.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { encodeWav } from "#scripts/sound.mjs";
import type { LagProxy } from "#tests/support/lag-proxy.ts";
import { NoAnswerError, RefusedError, SoakClient } from "./soak-client.ts";
import type { SoakRoom } from "./soak-room.ts";
import { uploadFile } from "./upload-file.ts";

type SoakPersonOptions = {
  readonly username: string;
  readonly address: string;
  readonly link: LagProxy;
  readonly random: () => number;
};

/** Whether a connection showed the playlist of its room at the end. */
export type SettledConnection = { readonly room: SoakRoom; readonly isUpToDate: boolean };

/** Of what visitors do. Otherwise they look at the room. */
const REJOIN_SHARE = 0.1;
const SETTLE_CHECKS_MAX = 300;
const SETTLE_CHECK_MS = 100;

/** A person who does what people do in rooms, on a bad link, and remembers what the server has acknowledged. */
export class SoakPerson {
  readonly username: string;
  readonly link: LagProxy;
  readonly client: SoakClient;
  acknowledged = 0;
  readonly #random: () => number;
  /** One connection to each room in which the person is. */
  readonly #connections = new Map<SoakRoom, RoomConnection>();
  #files = 0;

  constructor({ username, address, link, random }: SoakPersonOptions) {
    this.username = username;
    this.link = link;
    this.client = new SoakClient({ baseURL: link.url, username, address, random });
    this.#random = random;
  }

  async createRoom(): Promise<RoomId> {
    const { id } = await this.client.untilAnswered(() =>
      this.client.call("mutation", "rooms.create", { name: `Room of ${this.username}` }),
    );
    return id;
  }

  join(room: SoakRoom): void {
    this.#connections.set(room, this.#connect(room.id));
  }

  leave(room: SoakRoom): void {
    this.#connections.get(room)?.close();
    this.#connections.delete(room);
  }

  /** Does one thing, chosen at random. Refusals and lost answers happen. */
  async act(): Promise<void> {
    const rooms = [...this.#connections];
    const [room, connection] = rooms[Math.floor(this.#random() * rooms.length)] ?? [];
    if (!room || !connection) return;
    try {
      if (room.owner === this.username) await this.#actAsOwner(room, connection);
      else if (this.#random() < REJOIN_SHARE) this.#rejoin(room);
      else await this.client.call("query", "rooms.getState", { id: room.id });
    } catch (error) {
      if (!(error instanceof NoAnswerError || error instanceof RefusedError)) throw error;
    }
  }

  /** Waits until each connection shows the last revision of its room. */
  settle(): Promise<readonly SettledConnection[]> {
    return Promise.all(
      [...this.#connections].map(async ([room, { view }]) => {
        const { state, revision } = await this.client.untilAnswered(() =>
          this.client.call("query", "rooms.getState", { id: room.id }),
        );
        const isLast = () => view.get().revision === revision && view.get().entryCount === state.playlist.length;
        for (let checks = 0; checks < SETTLE_CHECKS_MAX && !isLast(); checks++) await sleep(SETTLE_CHECK_MS);
        return { room, isUpToDate: isDeepStrictEqual(toJson(view.get().confirmed?.playlist), toJson(state.playlist)) };
      }),
    );
  }

  close(): void {
    for (const connection of this.#connections.values()) connection.close();
    this.link.close();
  }

  async #actAsOwner(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const kind = this.#random();
    if (kind < 0.25) await this.#upload(room);
    else if (kind < 0.35) await this.#rename(room);
    else if (kind < 0.55) await this.#retitle(room, connection);
    else if (kind < 0.62) await this.#remove(room, connection);
    else if (kind < 0.64) await this.#deleteTrack(room, connection);
    else await this.#play(connection);
  }

  async #upload(room: SoakRoom): Promise<void> {
    this.#files += 1;
    const title = `${this.username} ${this.#files}`;
    const trackId = await uploadFile(this.client, { roomId: room.id, title, bytes: this.#createFile() });
    if (!trackId) return;
    room.addTrack(trackId, title);
    this.acknowledged += 1;
  }

  async #rename(room: SoakRoom): Promise<void> {
    const name = `Renamed ${Math.floor(this.#random() * 1e6)}`;
    room.name.attempt(name);
    await this.client.call("mutation", "rooms.update", { id: room.id, name });
    room.name.acknowledge(name);
    this.acknowledged += 1;
  }

  async #retitle(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    const title = `Title ${Math.floor(this.#random() * 1e6)}`;
    room.titleOf(entry.track.id)?.attempt(title);
    await this.client.call("mutation", "tracks.update", { trackId: entry.track.id, changes: { title } });
    room.titleOf(entry.track.id)?.acknowledge(title);
    this.acknowledged += 1;
  }

  async #remove(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    room.attemptRemoval(entry.id);
    const error = await connection.command({ type: "remove", entryIds: [entry.id] });
    if (error !== null) throw new RefusedError(error);
    room.acknowledgeRemoval(entry.id);
    this.acknowledged += 1;
  }

  /** Deletes a track for good, which also removes it from its room. */
  async #deleteTrack(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    room.attemptRemoval(entry.id);
    await this.client.call("mutation", "tracks.remove", { trackIds: [entry.track.id] });
    room.acknowledgeRemoval(entry.id);
    this.acknowledged += 1;
  }

  async #play(connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    const positionMs = Math.floor(this.#random() * 500);
    const commands = [
      { type: "play" },
      { type: "pause" },
      { type: "select", entryId: entry.id },
      { type: "seek", entryId: entry.id, positionMs },
      { type: "move", entryIds: [entry.id], afterEntryId: null },
    ] as const;
    const command = commands[Math.floor(this.#random() * commands.length)];
    if (command && (await connection.command(command)) === null) this.acknowledged += 1;
  }

  #rejoin(room: SoakRoom): void {
    this.leave(room);
    this.join(room);
  }

  #pick(connection: RoomConnection): Entry | undefined {
    const playlist = connection.view.get().confirmed?.playlist ?? [];
    return playlist[Math.floor(this.#random() * playlist.length)];
  }

  /** A second of noise, which no other file has. */
  #createFile(): Uint8Array {
    const rate = 8000;
    return encodeWav([Float32Array.from({ length: rate }, () => this.#random() - 0.5)], rate);
  }

  #connect(roomId: RoomId): RoomConnection {
    const url = `${this.link.url.replace("http", "ws")}/api/rooms/${roomId}/socket?v=${PROTOCOL_VERSION}`;
    return new RoomConnection({
      connect: () => {
        const socket = new WebSocket(url, { headers: this.client.headers });
        // a `close` follows each error
        socket.on("error", () => undefined);
        return socket as unknown as globalThis.WebSocket;
      },
      after: (ms, run) => {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      random: this.#random,
    });
  }
}

/** Without properties that are undefined. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
