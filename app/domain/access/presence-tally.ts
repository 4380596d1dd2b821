import type { UserId } from "#app/domain/ids.ts";
import { type Connection, isSamePresence, type Presence, type PresentPerson } from "./connection.ts";
import { connectionLimits } from "./connection-limits.ts";

/** The people and guests in a room, counted as their connections come and go. */
export class PresenceTally {
  readonly #people = new Map<UserId, PresentPerson>();
  #guests = 0;
  /** How many guests have each name. */
  readonly #guestNames = new Map<string, number>();
  #nameChanges = 0;

  add({ person, role, guestName }: Connection): void {
    if (person) this.#people.set(person.id, { person, role, devices: this.#devicesOf(person.id) + 1 });
    else this.#countGuest(guestName, 1);
  }

  /** Removes a connection that was added. */
  remove({ person, role, guestName }: Connection): void {
    if (!person) return this.#countGuest(guestName, -1);
    const devices = this.#devicesOf(person.id) - 1;
    if (devices > 0) this.#people.set(person.id, { ...(this.#people.get(person.id) ?? { person, role }), devices });
    else this.#people.delete(person.id);
  }

  /** Replaces the state of a connection. Null before it has joined, and after it has left. */
  replace(before: Connection | null, after: Connection | null): void {
    // most changes of a connection, such as a new round trip, are not visible to others
    if (before && after && isSamePresence(before, after)) return;
    if (before) this.remove(before);
    if (after) this.add(after);
  }

  /** Null for a person without a device in the room. */
  find(userId: UserId): PresentPerson | null {
    return this.#people.get(userId) ?? null;
  }

  list(): Presence {
    return { present: [...this.#people.values()], guests: this.#guests, guestNames: this.listGuestNames() };
  }

  /** The names of guests, sorted, at most `connectionLimits.namedGuests`. */
  listGuestNames(): readonly string[] {
    const names = [...this.#guestNames].flatMap(([name, count]) => Array.from({ length: count }, () => name));
    return names.sort().slice(0, connectionLimits.namedGuests);
  }

  /** Increases when a guest with a name comes or leaves, and when a guest changes their name. */
  get nameChanges(): number {
    return this.#nameChanges;
  }

  get guests(): number {
    return this.#guests;
  }

  /** People, each counted once, and connections of guests. */
  get activeUsers(): number {
    return this.#people.size + this.#guests;
  }

  #countGuest(name: string | null, change: 1 | -1): void {
    this.#guests += change;
    if (name === null) return;
    this.#nameChanges += 1;
    const count = (this.#guestNames.get(name) ?? 0) + change;
    if (count > 0) this.#guestNames.set(name, count);
    else this.#guestNames.delete(name);
  }

  #devicesOf(userId: UserId): number {
    return this.#people.get(userId)?.devices ?? 0;
  }
}
