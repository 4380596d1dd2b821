import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { ChatMessageId, EntryId, RoomId, TrackId } from "#app/domain/ids.ts";
import { ID_BYTES, makeId } from "#app/domain/make-id.ts";
import type { RoomCommand } from "#app/domain/room/room-command.ts";
import { newEditId } from "#app/server-client/room/room-connection.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { SoakClient } from "#tests/soak/soak-client.ts";
import { uploadFile } from "#tests/soak/upload-file.ts";
import { HonestClient } from "./honest-client.ts";
import type { Samples } from "./samples.ts";
import { systemNowMs } from "./thread-clock.ts";

const TRACKS = 6;
const TRACK_SECONDS = 20;
const SAMPLE_RATE = 8000;
const LISTENERS = 3;
/** A chunk of the music, as players read it. */
const MEDIA_BYTES = 64 * 1024;
/** How often honest people do things, ms. */
const PAUSES = { health: 25, command: 400, clock: 300, chat: 2500, media: 1000, page: 2000, edit: 5000 } as const;
const ANSWER_TIMEOUT_MS = 60_000;
const SETTLE_CHECKS_MAX = 600;

/** People who listen together, and everything that the server has acknowledged to them. */
export class HonestRoom {
  readonly id: RoomId;
  readonly complaints: string[] = [];
  acknowledged = 0;
  readonly #origin: string;
  readonly #samples: Samples;
  readonly #random: () => number;
  readonly #owner: HonestClient;
  readonly #listeners: readonly HonestClient[];
  readonly #trackIds: readonly TrackId[];
  readonly #entryIds: readonly EntryId[];
  #additions = 0;
  readonly #chat = new Set<string>();
  #name = "Honest";

  private constructor(
    { origin, samples, random }: HonestRoomOptions,
    made: { readonly id: RoomId; readonly clients: readonly HonestClient[]; readonly trackIds: readonly TrackId[] },
  ) {
    const [owner, ...listeners] = made.clients;
    if (!owner) throw new Error("the honest room has no owner");
    this.id = made.id;
    this.#origin = origin;
    this.#samples = samples;
    this.#random = random;
    this.#owner = owner;
    this.#listeners = listeners;
    this.#trackIds = made.trackIds;
    this.#entryIds = made.trackIds.map(toEntryId);
  }

  /** Creates the room, its people and its music. */
  static async create(options: HonestRoomOptions): Promise<HonestRoom> {
    const { origin, samples, random, patience } = options;
    const createClient = (index: number) =>
      new SoakClient({
        baseURL: origin,
        username: `honest${index}`,
        address: `10.9.1.${index + 1}`,
        random,
        timeoutMs: ANSWER_TIMEOUT_MS,
      });
    const clients = Array.from({ length: 1 + LISTENERS }, (_, index) => createClient(index));
    const [owner, member] = clients;
    if (!owner || !member) throw new Error("the honest room has no people");
    // the other listeners are guests
    for (const client of [owner, member]) await client.register();
    const { id } = await owner.call("mutation", "rooms.create", { name: "Honest" });
    await owner.call("mutation", "members.add", { id, username: "honest1", role: "participant" });
    const trackIds: TrackId[] = [];
    for (let i = 0; i < TRACKS; i++) {
      const trackId = await uploadFile(owner, { roomId: id, title: `Honest ${i}`, bytes: createNoise(random) });
      if (trackId) trackIds.push(trackId);
    }
    const people = clients.map((client) => new HonestClient({ client, origin, roomId: id, samples, random, patience }));
    const room = new HonestRoom(options, { id, clients: people, trackIds });
    await waitFor(() => people.every(({ isOpen }) => isOpen));
    await room.#command({ type: "repeat", repeat: "all" });
    await room.#command({ type: "play" });
    return room;
  }

  /** Everyone does what people do until `isOver`. */
  async live(isOver: () => boolean): Promise<void> {
    const loops: readonly (readonly [keyof typeof PAUSES, () => Promise<void>])[] = [
      ["health", () => this.#fetch("health", "/api/health")],
      ["page", () => this.#fetch("page", `/room/${this.id}`)],
      ["media", () => this.#readMedia()],
      ["command", () => this.#actOnce()],
      ["chat", () => this.#chatOnce()],
      ["edit", () => this.#editOnce()],
      ["clock", async () => this.#listeners.forEach((listener) => void listener.probe())],
    ];
    await Promise.all(
      loops.map(async ([kind, run]) => {
        while (!isOver()) {
          await run().catch((error) => void this.complaints.push(`${kind}: ${describeError(error)}`));
          await sleep(PAUSES[kind]);
        }
      }),
    );
  }

  /** Waits until everyone shows the room as it is. Returns what was lost, what differs, and what people complain about. */
  async settle(): Promise<readonly string[]> {
    const everyone = [this.#owner, ...this.#listeners];
    const { client } = this.#owner;
    await this.#command({ type: "pause" });
    const { state, revision } = await client.untilAnswered(() => client.call("query", "rooms.getState", { id: this.id }));
    await waitFor(() => everyone.every((person) => person.revision >= revision)).catch(() => undefined);
    const expected = toJson(state);
    const different = everyone.filter((person) => !isDeepStrictEqual(toJson(person.state), expected));
    const problems = different.map(
      (person) => `a listener shows another state, of revision ${person.revision}, not ${revision}`,
    );
    const present = new Set(state.playlist.map(({ id }) => id));
    for (const id of this.#entryIds) if (!present.has(id)) problems.push(`the acknowledged entry ${id} is missing`);
    const count = this.#entryIds.length + this.#additions;
    if (state.playlist.length !== count) problems.push(`the playlist has ${state.playlist.length} entries, and not ${count}`);
    if (state.info.name !== this.#name) problems.push(`the room is named ${state.info.name}, not ${this.#name}`);
    for (const text of await this.#findLostChat()) problems.push(`the acknowledged message "${text}" is missing`);
    for (const person of everyone) problems.push(...person.complaints);
    return [...problems, ...this.complaints];
  }

  leave(): void {
    for (const person of [this.#owner, ...this.#listeners]) person.leave();
  }

  async #fetch(kind: "health" | "page" | "media", path: string, headers: Record<string, string> = {}): Promise<void> {
    await this.#samples.time(kind, async () => {
      const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
      const init = { headers: { "CF-Connecting-IP": "10.9.1.9", ...headers }, signal };
      const response = await retryClosed(() => fetch(`${this.#origin}${path}`, init));
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path.split("?")[0]} was answered with ${response.status}`);
    });
  }

  async #readMedia(): Promise<void> {
    const query = this.#listeners[0]?.mediaQuery;
    if (query)
      await this.#fetch("media", `/media/audio/${this.#pick(this.#trackIds)}?${query}`, {
        Range: `bytes=0-${MEDIA_BYTES - 1}`,
      });
  }

  async #actOnce(): Promise<void> {
    const entryId = this.#pick(this.#entryIds);
    const { playback } = this.#owner.state ?? {};
    const currentId = playback && "entryId" in playback ? playback.entryId : entryId;
    const command = this.#pick<RoomCommand>([
      { type: "play" },
      { type: "seek", entryId: currentId, positionMs: Math.floor(this.#random() * 10_000) },
      { type: "seek", entryId: currentId, positionMs: Math.floor(this.#random() * 10_000) },
      { type: "next", entryId: currentId },
      { type: "queue", entryIds: [entryId], isNext: this.#random() < 0.5 },
      { type: "select", entryId },
    ]);
    await this.#command(command);
  }

  /** Sends a command, and times the arrival of its events at the others. */
  async #command(command: RoomCommand): Promise<void> {
    const startMs = systemNowMs();
    const before = this.#owner.revision;
    const revision = await this.#owner.command(command);
    if (revision === null) return;
    this.acknowledged += 1;
    if (revision === before) return;
    await Promise.all(
      this.#listeners.map(async (listener) => {
        await waitFor(() => listener.revision >= revision);
        const atMs = listener.eventsAtMs(revision);
        // those who were reconnecting got a snapshot
        if (atMs !== undefined) this.#samples.add("event", startMs, atMs);
      }),
    );
  }

  async #chatOnce(): Promise<void> {
    const [listener] = this.#listeners;
    const text = `Message ${this.#chat.size + 1}`;
    const messageId = makeId<ChatMessageId>(crypto.getRandomValues(new Uint8Array(ID_BYTES)));
    const message = { id: this.id, messageId, text, mentions: [], replyTo: null };
    const startMs = systemNowMs();
    const { client } = this.#owner;
    await client.untilAnswered(() => client.call("mutation", "chat.send", message));
    this.#chat.add(text);
    this.acknowledged += 1;
    if (!listener) return;
    await waitFor(() => listener.chatAtMs(text) !== undefined);
    this.#samples.add("chat", startMs, listener.chatAtMs(text));
  }

  /** Renames the room, or adds an entry. */
  async #editOnce(): Promise<void> {
    const { client } = this.#owner;
    if (this.#random() < 0.5) {
      const name = `Honest ${Math.floor(this.#random() * 1e6)}`;
      await client.untilAnswered(() => client.call("mutation", "rooms.update", { id: this.id, name }));
      this.#name = name;
    } else {
      const addition = { roomId: this.id, trackIds: [this.#pick(this.#trackIds)], editId: newEditId() };
      await client.untilAnswered(() => client.call("mutation", "playlist.add", addition));
      this.#additions += 1;
    }
    this.acknowledged += 1;
  }

  async #findLostChat(): Promise<readonly string[]> {
    const { client } = this.#owner;
    const missing = new Set(this.#chat);
    for (let beforeSeq: number | undefined; missing.size > 0; ) {
      const page = await client.call("query", "chat.list", { id: this.id, limit: 200, ...(beforeSeq && { beforeSeq }) });
      for (const message of page.messages) if (message.kind === "written") missing.delete(message.text);
      const first = page.messages[0]?.seq;
      if (first === undefined || first === 1) break;
      beforeSeq = first;
    }
    return [...missing];
  }

  #pick<T>(values: readonly T[]): T {
    const value = values[Math.floor(this.#random() * values.length)];
    if (value === undefined) throw new Error("there is nothing to choose from");
    return value;
  }
}

type HonestRoomOptions = {
  readonly origin: string;
  readonly samples: Samples;
  readonly random: () => number;
  /** By how much longer people wait than browsers do before they give up a command or a connection. */
  readonly patience: number;
};

/** The entry of an uploaded track has the same id. */
const toEntryId = (trackId: TrackId) => trackId as unknown as EntryId;

function createNoise(random: () => number): Uint8Array {
  return encodeWav([Float32Array.from({ length: TRACK_SECONDS * SAMPLE_RATE }, () => random() - 0.5)], SAMPLE_RATE);
}

async function waitFor(isTrue: () => boolean): Promise<void> {
  for (let checks = 0; !isTrue(); checks++) {
    if (checks === SETTLE_CHECKS_MAX) throw new Error("there was no answer for a minute");
    await sleep(checks < 200 ? 5 : 100);
  }
}

/** As browsers do: the server closes a connection that was idle, perhaps while the next request is sent on it. */
async function retryClosed<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!/other side closed|ECONNRESET/.test(describeError(error))) throw error;
    return run();
  }
}

function describeError(error: unknown): string {
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  return cause === undefined ? message : `${message}: ${describeError(cause)}`;
}

/** Without properties that are undefined. */
const toJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
