import { ID_PATTERN } from "#app/domain/ids.ts";

/** The kinds of ids, by the name of the property that has one. */
const KINDS: readonly (readonly [RegExp, string])[] = [
  [/entryids?$/i, "entry"],
  [/(trackids?|keptid|removedids|originalid)$/i, "track"],
  [/(userid|authorid|mentions|by)$/i, "user"],
  [/roomid$/i, "room"],
  [/uploadids?$/i, "upload"],
  [/inviteid$/i, "invite"],
  [/batchid$/i, "batch"],
  [/itemids?$/i, "item"],
  [/deviceids?$/i, "device"],
  [/editid$/i, "edit"],
  [/messageid$/i, "message"],
];
const KEPT = 400;
/** Of a value; states of large rooms have more. */
const VISITED_MAX = 3000;

/** Real ids that the attacker has seen, by kind. */
export class IdPool {
  readonly #ids = new Map<string, string[]>();
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
  }

  add(kind: string, id: string): void {
    const ids = this.#ids.get(kind) ?? [];
    if (ids.includes(id)) return;
    if (ids.length < KEPT) ids.push(id);
    else ids[Math.floor(this.#random() * KEPT)] = id;
    this.#ids.set(kind, ids);
  }

  pick(kind: string): string | null {
    const ids = this.#ids.get(kind) ?? [];
    return ids[Math.floor(this.#random() * ids.length)] ?? null;
  }

  list(kind: string): readonly string[] {
    return this.#ids.get(kind) ?? [];
  }

  /** Adds the ids in a value that the server has sent. */
  learn(value: unknown): void {
    const queue: (readonly [string, unknown])[] = [["", value]];
    for (let visited = 0; queue.length > 0 && visited < VISITED_MAX; visited++) {
      const [key, next] = queue.shift() ?? ["", null];
      if (typeof next === "string") this.#learnText(key, next);
      else if (typeof next === "object" && next !== null) {
        for (const [name, item] of Object.entries(next)) queue.push([Array.isArray(next) ? key : toKey(key, name), item]);
      }
    }
  }

  #learnText(key: string, text: string): void {
    if (key === "code") this.add("code", text);
    if (ID_PATTERN.test(text)) this.add(kindOf(key) ?? "any", text);
  }
}

/** @param key the name of a property, such as `entryIds` */
export function kindOf(key: string): string | null {
  return KINDS.find(([pattern]) => pattern.test(key))?.[1] ?? null;
}

const CONTAINERS: Readonly<Record<string, string>> = {
  playlist: "entryId",
  entries: "entryId",
  track: "trackId",
  tracks: "trackId",
  members: "userId",
  people: "userId",
  owner: "userId",
  user: "userId",
  rooms: "roomId",
  batches: "batchId",
  items: "itemId",
  invites: "inviteId",
  uploads: "uploadId",
};

/** The plain `id` of an object in a list of tracks is that of a track. */
function toKey(container: string, name: string): string {
  return name === "id" ? (CONTAINERS[container] ?? container) : name;
}
