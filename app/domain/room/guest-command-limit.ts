import { fullBudget, GUEST_COMMAND_RATE, MESSAGE_RATE, SharedBudgets, spend } from "#app/domain/access/budget.ts";
import { type AnyCommand, isPermitted } from "./decide.ts";
import type { Actor } from "./decision.ts";
import type { RoomState } from "./room.ts";

type Attempt = {
  readonly state: RoomState;
  readonly command: AnyCommand;
  readonly actor: Actor;
  /** The connection of a guest or, over HTTP, the address. */
  readonly sender: string;
  readonly nowMs: number;
};

/**
 * Limits the commands of the guests in a room: each guest to a share, and all together to what one person may send (CN2). A
 * command that the room does not permit is refused anyway, and takes nothing from the others.
 */
export class GuestCommandLimit {
  readonly #each = new SharedBudgets(GUEST_COMMAND_RATE);
  #all = fullBudget(MESSAGE_RATE);

  /** Whether the command may run. Counts it if it is a guest's and the room permits it. */
  admit({ state, command, actor, sender, nowMs }: Attempt): boolean {
    if (actor.kind === "server" || actor.userId !== null || !isPermitted(state, command, actor)) return true;
    if (!this.#each.spend(sender, { nowMs })) return false;
    const { budget, isExceeded } = spend(this.#all, { rate: MESSAGE_RATE, cost: 1, nowMs });
    this.#all = budget;
    return !isExceeded;
  }
}
