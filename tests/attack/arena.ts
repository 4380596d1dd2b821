import { createHash } from "node:crypto";
import { encodeWav } from "#scripts/sound.mjs";
import { AttackClient, type AttackDeps } from "./attack-client.ts";

const GRANTED = ["admin", "editor", "participant", "viewer"] as const;
const ROLES = [
  "owner",
  ...GRANTED,
  "requested",
  "rejected",
  "removed",
  "spectator",
  "stranger",
  "superadmin",
  "guest",
] as const;
export type ArenaRole = (typeof ROLES)[number];

/** The lengths of the tracks, ms. The shortest one ends ten times a second. */
const TRACK_MS = [100, 1000, 4000] as const;
const SAMPLE_RATE = 8000;

/** The attacker's people, one for each role in a room of their own, to which they may do whatever the server lets them. */
export class Arena {
  readonly deps: AttackDeps;
  readonly clients: ReadonlyMap<ArenaRole, AttackClient>;
  roomId = "";
  trackIds: readonly string[] = [];
  readonly #random: () => number;
  #generation = 0;

  constructor(deps: AttackDeps, random: () => number) {
    this.deps = deps;
    this.#random = random;
    this.clients = new Map(ROLES.map((role, index) => [role, this.#createClient(role, index)]));
  }

  get owner(): AttackClient {
    return this.as("owner");
  }

  as(role: ArenaRole): AttackClient {
    const client = this.clients.get(role);
    if (!client) throw new Error(`there is no ${role}`);
    return client;
  }

  /** A guest with an address of their own. */
  createGuest(index: number): AttackClient {
    const address = `10.66.${1 + (index >> 8)}.${index & 255}`;
    return new AttackClient(this.deps, { role: "guest", username: "", address });
  }

  /** Signs everyone in who is not, and creates a new room in which everyone has their role. */
  async renew(): Promise<void> {
    this.#generation += 1;
    for (const [role, client] of this.clients) if (role !== "guest") await this.#keepSignedIn(client);
    const { owner } = this;
    const room = await owner.call("mutation", "rooms.create", { name: `Arena ${this.#generation}` });
    const { id } = (room.value ?? {}) as { readonly id?: string };
    if (!id) return;
    this.roomId = id;
    this.deps.pool.add("room", id);
    await this.#seat(id);
    const trackIds: string[] = [];
    for (const lengthMs of TRACK_MS) trackIds.push(...(await this.upload(owner, id, lengthMs)));
    this.trackIds = trackIds;
  }

  /** Uploads a track of noise. Returns its id in an array, which is empty if the server has refused it. */
  async upload(client: AttackClient, roomId: string, lengthMs: number): Promise<readonly string[]> {
    const samples = Float32Array.from({ length: (lengthMs / 1000) * SAMPLE_RATE }, () => this.#random() - 0.5);
    const bytes = encodeWav([samples], SAMPLE_RATE);
    const files = [{ fileName: `Noise ${lengthMs}.wav`, sizeBytes: bytes.length }];
    const announced = await client.call("mutation", "uploads.announce", { roomId, files });
    const [uploadId] = (announced.value as { readonly uploadIds?: readonly string[] } | null)?.uploadIds ?? [];
    if (!uploadId) return [];
    this.deps.pool.add("upload", uploadId);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    await client.call("mutation", "uploads.begin", { uploadId, sha256 });
    await client.fetch("upload part", `/api/uploads/${uploadId}/parts/1`, {
      method: "PUT",
      body: new Blob([new Uint8Array(bytes)]),
    });
    const completed = await client.call("mutation", "uploads.complete", { uploadId, hue: null, analysis: null });
    const { trackId } = (completed.value ?? {}) as { readonly trackId?: string };
    return trackId ? [trackId] : [];
  }

  async #seat(id: string): Promise<void> {
    const { owner } = this;
    for (const role of GRANTED) await owner.call("mutation", "members.add", { id, userId: this.as(role).userId, role });
    for (const role of ["requested", "rejected"] as const) await this.as(role).call("mutation", "access.request", { id });
    await owner.call("mutation", "access.reject", { id, userId: this.as("rejected").userId });
    const removed = { id, userId: this.as("removed").userId };
    await owner.call("mutation", "members.add", { ...removed, role: "editor" });
    await owner.call("mutation", "members.remove", removed);
    await this.as("stranger").call("mutation", "rooms.create", { name: "Another's" });
  }

  /** Accounts are removed and sessions ended by the attacker itself. */
  async #keepSignedIn(client: AttackClient): Promise<void> {
    const { journal } = this.deps;
    const session = await client.fetch("session", "/api/_auth/session");
    const user = (await session?.json().catch(() => null))?.user;
    if (user) return;
    client.cookie = "";
    if (this.#generation > 1) await client.signIn();
    if (!client.cookie) await client.register();
    if (!client.cookie) journal.note(`${client.role} has no session`);
    if (client.userId) this.deps.pool.add("user", client.userId);
  }

  #createClient(role: ArenaRole, index: number): AttackClient {
    return new AttackClient(this.deps, { role, username: `attack${role}`, address: `10.66.0.${index + 1}` });
  }
}
