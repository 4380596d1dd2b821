import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import WebSocket from "ws";
import type { EntryId, RoomId } from "#app/domain/ids.ts";
import { planParts } from "#app/domain/uploads/upload-plan.ts";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { encodeWav } from "#scripts/sound.mjs";
import type { LagProxy } from "#tests/support/lag-proxy.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#workers/api/registry.ts";
import { SoakRoom } from "./soak-room.ts";

const PASSWORD = "correct horse";
const REQUEST_TIMEOUT_MS = 10_000;
/** An operation is repeated until it is answered, as a person would, but not for longer than this. */
const ATTEMPTS_MAX = 20;

/** No answer: the server may have done it, or not. */
class NoAnswer extends Error {}
/** The server has refused. */
class Refused extends Error {}

/** A person who does what people do in rooms, on a bad link, and remembers what the server has acknowledged. */
export class SoakPerson {
  readonly username: string;
  readonly link: LagProxy;
  readonly rooms: SoakRoom[] = [];
  acknowledged = 0;
  readonly #random: () => number;
  readonly #connections: RoomConnection[] = [];
  #cookie = "";
  #files = 0;

  constructor(username: string, { link, random }: { readonly link: LagProxy; readonly random: () => number }) {
    this.username = username;
    this.link = link;
    this.#random = random;
  }

  async register(): Promise<void> {
    const body = { name: this.username, username: this.username, email: `${this.username}@example.org`, password: PASSWORD };
    await this.#untilAnswered(async () => {
      const response = await this.#fetch("/api/auth/register", { method: "POST", body: JSON.stringify(body) });
      // an earlier attempt was carried out, and its answer lost
      const isSignedIn = response.ok || (await this.#signIn());
      if (!isSignedIn) throw new NoAnswer();
      if (response.ok) this.#keepCookie(response);
    });
  }

  async createRoom(): Promise<void> {
    const name = `Room of ${this.username} ${this.rooms.length}`;
    const { id } = await this.#untilAnswered(() => this.#call("mutation", "rooms.create", { name }));
    this.rooms.push(new SoakRoom(id, name));
    this.#connections.push(this.#connect(id));
    this.acknowledged += 1;
  }

  /** Does one thing, chosen at random. Refusals and lost answers are part of life. */
  async act(): Promise<void> {
    const index = Math.floor(this.#random() * this.rooms.length);
    const [room, connection] = [this.rooms[index], this.#connections[index]];
    if (!room || !connection) return;
    const kind = this.#random();
    try {
      if (kind < 0.25) await this.#upload(room);
      else if (kind < 0.4) await this.#rename(room);
      else if (kind < 0.6) await this.#retitle(room, connection);
      else if (kind < 0.7) await this.#remove(room, connection);
      else await this.#play(connection);
    } catch (error) {
      if (!(error instanceof NoAnswer || error instanceof Refused)) throw error;
    }
  }

  /** The last state that each connection has, once it is up to date with the server. */
  async settle(): Promise<
    readonly { readonly room: SoakRoom; readonly seen: string; readonly stored: string; readonly losses: readonly string[] }[]
  > {
    return Promise.all(
      this.rooms.map(async (room, i) => {
        const { state, revision } = await this.#untilAnswered(() => this.#call("query", "rooms.getState", { id: room.id }));
        const view = this.#connections[i]?.view;
        for (let waits = 0; waits < 300 && view?.get().revision !== revision; waits++) await sleep(100);
        const seen = JSON.stringify(view?.get().confirmed?.playlist ?? null);
        return { room, seen, stored: JSON.stringify(state.playlist), losses: room.findLosses(state, toEntryId) };
      }),
    );
  }

  close(): void {
    for (const connection of this.#connections) connection.close();
    this.link.close();
  }

  async #upload(room: SoakRoom): Promise<void> {
    this.#files += 1;
    const title = `${this.username}-${this.#files}`;
    const bytes = this.#createFile();
    const files = [{ fileName: `${title}.wav`, sizeBytes: bytes.length }];
    const { uploadIds } = await this.#call("mutation", "uploads.announce", { roomId: room.id, files });
    const [uploadId] = uploadIds;
    if (!uploadId) return;
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await this.#untilAnswered(() => this.#call("mutation", "uploads.begin", { uploadId, sha256 }));
    for (const { number, startByte, endByte } of planParts(bytes.length)) {
      await this.#untilAnswered(async () => {
        const body = bytes.subarray(startByte, endByte);
        const response = await this.#fetch(`/api/uploads/${uploadId}/parts/${number}`, { method: "PUT", body });
        if (!response.ok) throw new NoAnswer();
      });
    }
    const complete = { uploadId, hue: null, analysis: null };
    const { trackId } = await this.#untilAnswered(() => this.#call("mutation", "uploads.complete", complete));
    room.addTrack(trackId, title);
    this.acknowledged += 1;
  }

  async #rename(room: SoakRoom): Promise<void> {
    const name = `Renamed ${Math.floor(this.#random() * 1e6)}`;
    room.name.attempt(name);
    await this.#call("mutation", "rooms.update", { id: room.id, name });
    room.name.acknowledge(name);
    this.acknowledged += 1;
  }

  async #retitle(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    const title = `Title ${Math.floor(this.#random() * 1e6)}`;
    room.titleOf(entry.track.id)?.attempt(title);
    await this.#call("mutation", "tracks.update", { trackId: entry.track.id, changes: { title } });
    room.titleOf(entry.track.id)?.acknowledge(title);
    this.acknowledged += 1;
  }

  async #remove(room: SoakRoom, connection: RoomConnection): Promise<void> {
    const entry = this.#pick(connection);
    if (!entry) return;
    room.attemptRemoval(entry.id);
    const error = await connection.command({ type: "remove", entryIds: [entry.id] });
    if (error !== null) throw new Refused(error);
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

  #pick(connection: RoomConnection) {
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
        const socket = new WebSocket(url, { headers: { Cookie: this.#cookie } });
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

  async #call<Name extends FunctionName>(
    kind: "query" | "mutation",
    path: Name,
    args: FunctionArgs<Name>,
  ): Promise<FunctionValue<Name>> {
    const response = await this.#fetch(`/api/${kind}`, {
      method: "POST",
      body: JSON.stringify({ path, format: "json", args }),
    });
    const body = (await response.json().catch(() => null)) as FunctionResponse<FunctionValue<Name>> | null;
    if (!body || response.status >= 500) throw new NoAnswer();
    if (body.status === "error") throw new Refused(JSON.stringify(body));
    return body.value;
  }

  async #fetch(path: string, init: { readonly method: string; readonly body: string | Uint8Array }): Promise<Response> {
    const headers = {
      Cookie: this.#cookie,
      "Content-Type": "application/json",
      "CF-Connecting-IP": `10.9.0.${this.username.length}`,
    };
    try {
      const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
      return await fetch(`${this.link.url}${path}`, { ...init, body: new Blob([init.body as BlobPart]), headers, signal });
    } catch {
      throw new NoAnswer();
    }
  }

  async #untilAnswered<T>(run: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof NoAnswer) || attempt === ATTEMPTS_MAX) throw error;
        await sleep(200 + 800 * this.#random());
      }
    }
  }

  async #signIn(): Promise<boolean> {
    const body = JSON.stringify({ emailOrUsername: this.username, password: PASSWORD });
    const response = await this.#fetch("/api/auth/login", { method: "POST", body });
    if (response.ok) this.#keepCookie(response);
    return response.ok;
  }

  #keepCookie(response: Response): void {
    this.#cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  }
}

/** An upload, its track and its entry have the same id. */
const toEntryId = (trackId: string) => trackId as EntryId;
