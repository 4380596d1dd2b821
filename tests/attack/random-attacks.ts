import { z } from "zod";
import { chatSchemas } from "#app/protocol/chat-schemas.ts";
import { deviceSchemas } from "#app/protocol/device-schemas.ts";
import { roomCommandSchema } from "#app/protocol/room-server-codec.ts";
import { functions } from "#workers/api/registry.ts";
import type { Arena } from "./arena.ts";
import type { AttackClient } from "./attack-client.ts";
import { generateArgs, type JsonSchema, MODES, type Mode, pick } from "./generate-args.ts";
import { ODD_REQUESTS } from "./odd-requests.ts";

/** The people and rooms of an attack. */
export type Attack = { readonly arena: Arena; readonly honestRoomId: string; readonly random: () => number };

const toSchema = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;
const FUNCTIONS = Array.from(functions, ([name, { kind, args }]) => ({ name, kind, schema: toSchema(args) }));
const COMMANDS = (toSchema(roomCommandSchema).oneOf ?? []) as readonly JsonSchema[];
const MESSAGES = [...chatSchemas, ...deviceSchemas].map(toSchema);
/** They would end the attack, so they are rare. */
const FINAL = ["rooms.remove", "users.remove", "members.transferOwnership", "users.endOtherSessions", "users.endSession"];
/** They destroy what belongs to others, which superadmins may. */
const DESTRUCTIVE = ["dev.deleteObjects", "dev.mergeTracks"];
const FINAL_SHARE = 0.02;
const SOCKETS_KEPT = 12;
const SOCKET_MESSAGES = 12;

/** Attacks of one or a few calls, chosen at random. */
export class RandomAttacks {
  readonly #attack: Attack;
  readonly #sockets: { readonly socket: NonNullable<Awaited<ReturnType<AttackClient["openRoom"]>>>; readonly role: string }[] =
    [];
  readonly #kinds: readonly (readonly [number, () => Promise<void>])[] = [
    [50, () => this.#callFunction()],
    [15, () => this.#sendMessages()],
    [6, () => this.#subscribe()],
    [3, () => this.#watchLobby()],
    [14, () => this.#sendOddRequest()],
    [6, () => this.#readAsOf()],
  ];

  constructor(attack: Attack) {
    this.#attack = attack;
  }

  async runOne(): Promise<void> {
    const { random } = this.#attack;
    const total = this.#kinds.reduce((sum, [weight]) => sum + weight, 0);
    let at = random() * total;
    for (const [weight, run] of this.#kinds) {
      at -= weight;
      if (at < 0) return run();
    }
  }

  close(): void {
    for (const { socket } of this.#sockets) socket.terminate();
  }

  #pickClient(): AttackClient {
    const { arena, random } = this.#attack;
    const client = pick([...arena.clients.values()], random);
    return client.role === "guest" ? arena.createGuest(Math.floor(random() * 8)) : client;
  }

  async #callFunction(): Promise<void> {
    const { random, arena } = this.#attack;
    const client = this.#pickClient();
    const { name, kind, schema } = pick(FUNCTIONS, random);
    if (FINAL.includes(name) && random() > FINAL_SHARE) return;
    const mode = pick<Mode>(MODES, random);
    if (DESTRUCTIVE.includes(name) && mode !== "hostile") return;
    const args = generateArgs(schema, { random, pool: arena.deps.pool, mode });
    await client.call(kind, name, args, `${name} ${mode}`);
  }

  async #readAsOf(): Promise<void> {
    const { random, arena } = this.#attack;
    const client = this.#pickClient();
    const { name, schema } = pick(
      FUNCTIONS.filter(({ kind }) => kind === "query"),
      random,
    );
    const response = await client.fetch("query_ts", "/api/query_ts", { method: "POST" });
    const ts = (await response?.json().catch(() => null))?.ts ?? "AAAAAAAAAAA=";
    const args = generateArgs(schema, { random, pool: arena.deps.pool, mode: "valid" });
    await client.call("query_at_ts", name, JSON.stringify({ path: name, args, ts }), `${name} as of a moment`);
  }

  /** In the arena as anyone; in the honest room only as people who may not change it. */
  async #sendMessages(): Promise<void> {
    const { random, arena, honestRoomId } = this.#attack;
    const client = this.#pickClient();
    const isHonest = ["guest", "spectator", "removed"].includes(client.role) && random() < 0.3;
    const socket = await client.openRoom(isHonest ? honestRoomId : arena.roomId);
    if (!socket) return;
    socket.on("message", (data) => arena.deps.pool.learn(parse(data.toString())));
    for (let sent = 0; sent < SOCKET_MESSAGES && socket.readyState === socket.OPEN; sent++) {
      const text = this.#createMessage();
      arena.deps.journal.note(`message ${text.slice(0, 60)} as ${client.role}`);
      socket.send(text);
      await new Promise((resolve) => setTimeout(resolve, 20 * random()));
    }
    this.#sockets.push({ socket, role: client.role });
    if (this.#sockets.length > SOCKETS_KEPT) this.#sockets.shift()?.socket.terminate();
  }

  #createMessage(): string {
    const { random, arena } = this.#attack;
    const mode = pick<Mode>(MODES, random);
    const generator = { random, pool: arena.deps.pool, mode };
    if (random() < 0.5) {
      const id = arena.deps.pool.pick("edit") ?? "aaaaaaaaaaaaaaaa";
      return JSON.stringify({
        type: "command",
        id: random() < 0.2 ? id : newId(random),
        command: generateArgs(pick(COMMANDS, random), generator),
      });
    }
    if (random() < 0.6) return JSON.stringify(generateArgs(pick(MESSAGES, random), generator));
    return pick(OTHER_MESSAGES, random)();
  }

  async #subscribe(): Promise<void> {
    const { random, arena } = this.#attack;
    const client = this.#pickClient();
    const socket = await client.openSocket("live", "/api/1.48.0/sync");
    if (!socket) return;
    const send = (message: unknown) => {
      arena.deps.journal.note(`live ${JSON.stringify(message).slice(0, 60)} as ${client.role}`);
      if (socket.readyState === socket.OPEN) socket.send(typeof message === "string" ? message : JSON.stringify(message));
    };
    send({ type: "Connect", sessionId: newId(random), connectionCount: 0, clientTs: Date.now() });
    const modifications = Array.from({ length: 1 + Math.floor(random() * 20) }, (_, queryId) => {
      const { name, schema } = pick(FUNCTIONS, random);
      const args = generateArgs(schema, { random, pool: arena.deps.pool, mode: pick<Mode>(MODES, random) });
      return { type: "Add", queryId, udfPath: name.replace(".", ":"), args: [args] };
    });
    send({ type: "ModifyQuerySet", baseVersion: 0, newVersion: 1, modifications });
    for (let i = 0; i < 4; i++) send(pick(LIVE_MESSAGES, random)(i));
    setTimeout(() => socket.terminate(), 4000 * random());
  }

  async #watchLobby(): Promise<void> {
    const { random, arena } = this.#attack;
    const socket = await this.#pickClient().openSocket("lobby", "/api/lobby/socket?v=3");
    if (!socket) return;
    const rooms = arena.deps.pool.list("room").slice(0, random() < 0.5 ? 100 : 101);
    for (const text of [JSON.stringify({ type: "watch", rooms }), "{", "x".repeat(5000)]) {
      arena.deps.journal.note(`lobby ${text.slice(0, 40)}`);
      if (socket.readyState === socket.OPEN && random() < 0.7) socket.send(text);
    }
    setTimeout(() => socket.terminate(), 4000 * random());
  }

  async #sendOddRequest(): Promise<void> {
    const { random, arena, honestRoomId } = this.#attack;
    const request = pick(ODD_REQUESTS, random);
    await request({ client: this.#pickClient(), arena, honestRoomId, random });
  }
}

const OTHER_MESSAGES: readonly (() => string)[] = [
  () => "ping",
  () => "",
  () => "null",
  () => "[]",
  () => "{",
  () => `{"type":"command","id":"aaaaaaaaaaaaaaaa","command":${"[".repeat(20_000)}`,
  () => "x".repeat(70_000),
  () => JSON.stringify({ type: "request-snapshot" }),
  () => JSON.stringify({ type: "set-name", name: "ﷺ".repeat(100) }),
  () => JSON.stringify({ type: "clock", sentLocalMs: 1e15, roundTripMs: 60_000 }),
  () => JSON.stringify({ type: "report", report: { errorMs: 1e6, boundMs: 1e6 }, sentLocalMs: 0 }),
  () => JSON.stringify({ type: "reaction", entryId: "aaaaaaaaaaaaaaaa", reaction: 0 }),
  () => JSON.stringify({ type: "__proto__" }),
];

const LIVE_MESSAGES: readonly ((index: number) => unknown)[] = [
  (index) => ({ type: "Authenticate", tokenType: "None", baseVersion: index }),
  (index) => ({ type: "Authenticate", tokenType: "User", value: "x".repeat(4000), baseVersion: index }),
  (index) => ({ type: "Mutation", requestId: index, udfPath: "no:such", args: [{ text: "x".repeat(10_000) }] }),
  (index) => ({ type: "Action", requestId: index, udfPath: "rooms:get", args: [{}] }),
  () => ({ type: "ModifyQuerySet", baseVersion: 7, newVersion: 9, modifications: [] }),
  () => ({ type: "Event", eventType: "x".repeat(200) }),
  () => "{",
  () => "[".repeat(50_000),
];

function newId(random: () => number): string {
  return Array.from({ length: 16 }, () => "abcdefghijklmnopqrstuvwxyz234567"[Math.floor(random() * 32)]).join("");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // "pong"
    return null;
  }
}
