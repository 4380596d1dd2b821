import type { ChatDraft, ChatMessage } from "#app/domain/chat/chat-message.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { createStore, type ReadableStore } from "#app/lib/store.ts";
import type { ClientMessage } from "#app/protocol/room-messages.ts";

/** An edit or a removal that the page shows before the room has sent it to everyone. */
export type PendingChange = {
  readonly id: string;
  readonly seq: number;
  readonly change: { readonly kind: "remove" } | ({ readonly kind: "edit" } & ChatDraft);
  /** Why the room has refused it. Its text stays until the user gives it up. */
  readonly error: ErrorCode | null;
  readonly isConfirmed: boolean;
  /** The message has arrived since, perhaps before the room's reply. */
  readonly hasArrived: boolean;
};

/** The edits and removals of the user on their way to the room. They can be sent again without harm. */
export class PendingChanges {
  readonly #send: (message: ClientMessage) => boolean;
  readonly #changes = createStore<readonly PendingChange[]>([]);
  #count = 0;

  /** @param send returns false without an open connection */
  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send;
  }

  get changes(): ReadableStore<readonly PendingChange[]> {
    return this.#changes;
  }

  /** Replaces an earlier change of the same message. */
  add(seq: number, change: PendingChange["change"]): void {
    this.#count += 1;
    const pending = { id: `change-${this.#count}`, seq, change, error: null, isConfirmed: false, hasArrived: false };
    this.#changes.update((all) => [...all.filter((one) => one.seq !== seq), pending]);
    this.#transmit(pending);
  }

  /** To be called for each new connection. */
  resend(): void {
    for (const change of this.#changes.get()) if (!change.error && !change.isConfirmed) this.#transmit(change);
  }

  /** The room's reply. Returns the change; null for another reply. */
  settle(id: string, error: ErrorCode | null): PendingChange | null {
    const change = this.#changes.get().find((one) => one.id === id);
    if (!change) return null;
    const settled = { ...change, error, isConfirmed: error === null };
    const isKept = error === null ? !change.hasArrived : change.change.kind === "edit";
    this.#changes.update((all) => all.flatMap((one) => (one.id !== id ? one : isKept ? settled : [])));
    return settled;
  }

  /** Drops the confirmed changes of messages that have arrived. */
  drop(messages: readonly ChatMessage[]): void {
    const arrived = new Set(messages.map(({ seq }) => seq));
    if (!this.#changes.get().some(({ seq }) => arrived.has(seq))) return;
    this.#changes.update((all) =>
      all.flatMap((one) => (!arrived.has(one.seq) ? one : one.isConfirmed ? [] : { ...one, hasArrived: true })),
    );
  }

  discard(id: string): void {
    this.#changes.update((all) => all.filter((one) => one.id !== id));
  }

  #transmit({ id, seq, change }: PendingChange): void {
    if (change.kind === "remove") this.#send({ type: "chat-remove", id, seq });
    else this.#send({ type: "chat-edit", id, seq, text: change.text, mentions: change.mentions });
  }
}
