import type { UserId } from "#app/domain/ids.ts";
import type { Connection, Presence, PresentPerson } from "./connection.ts";

/** The people and guests in a room, counted as their connections come and go. */
export class PresenceTally {
  readonly #people = new Map<UserId, PresentPerson>();
  #guests = 0;

  add({ person, role }: Connection): void {
    if (person) this.#people.set(person.id, { person, role, devices: this.#devicesOf(person.id) + 1 });
    else this.#guests += 1;
  }

  /** Removes a connection that was added. */
  remove({ person, role }: Connection): void {
    if (!person) {
      this.#guests -= 1;
      return;
    }
    const devices = this.#devicesOf(person.id) - 1;
    if (devices > 0) this.#people.set(person.id, { ...(this.#people.get(person.id) ?? { person, role }), devices });
    else this.#people.delete(person.id);
  }

  /** Null for a person without a device in the room. */
  find(userId: UserId): PresentPerson | null {
    return this.#people.get(userId) ?? null;
  }

  list(): Presence {
    return { present: [...this.#people.values()], guests: this.#guests };
  }

  get guests(): number {
    return this.#guests;
  }

  /** People, each counted once, and connections of guests. */
  get activeUsers(): number {
    return this.#people.size + this.#guests;
  }

  #devicesOf(userId: UserId): number {
    return this.#people.get(userId)?.devices ?? 0;
  }
}
