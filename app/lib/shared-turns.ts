export type SharedTurnLimits = {
  /** How many tasks of one key run at once. */
  readonly perKey: number;
  /** How many tasks run at once. */
  readonly inAll: number;
  /** How many tasks of one key wait. */
  readonly waitingPerKey: number;
  /** A task that runs for longer does not count any more, ms: it waits for something, or was ended. */
  readonly turnMs: number;
};

/** A task that waits or runs. */
export type Turn = {
  readonly key: string;
  /** When the task last asked. One that stops asking has been ended. */
  askedAtMs: number;
  /** Null while it waits. */
  endsAtMs: number | null;
  /** It has not asked for long, and has lost its place. */
  isGone: boolean;
};

/** A waiting task that has not asked for this long was ended, or could not ask, ms. */
const GONE_AFTER_MS = 500;
/** A task asks again after this, ms, and later by as much for each round of its key that is before it. */
const ASK_AFTER_MS = 4;
const ASK_AFTER_MS_MAX = 200;

/**
 * Gives tasks their turns, a few at a time. The keys take turns, so that a task waits for few others of another key, however many
 * that has. A waiting task asks again and again, because nothing else can be waited for that another request does.
 */
export class SharedTurns {
  readonly #limits: SharedTurnLimits;
  readonly #running = new Set<Turn>();
  /** The keys that wait, in the order of their turns, with their tasks in order. */
  readonly #waiting = new Map<string, Turn[]>();

  constructor(limits: SharedTurnLimits) {
    this.#limits = limits;
  }

  /** Null if too many tasks of the key wait already. */
  add(key: string, nowMs: number): Turn | null {
    if ((this.#waiting.get(key)?.length ?? 0) >= this.#limits.waitingPerKey) return null;
    const turn: Turn = { key, askedAtMs: nowMs, endsAtMs: null, isGone: false };
    this.#append(turn);
    return turn;
  }

  /** Whether the task may run now. */
  ask(turn: Turn, nowMs: number): boolean {
    turn.askedAtMs = nowMs;
    if (turn.isGone) this.#append(turn);
    for (const running of this.#running) if ((running.endsAtMs ?? 0) <= nowMs) this.#running.delete(running);
    this.#dropGone(nowMs);
    if (this.#countBefore(turn) >= this.#limits.inAll - this.#running.size) return false;
    const line = this.#leave(turn);
    // the key has had its turn
    this.#waiting.delete(turn.key);
    if (line.length > 0) this.#waiting.set(turn.key, line);
    turn.endsAtMs = nowMs + this.#limits.turnMs;
    this.#running.add(turn);
    return true;
  }

  /** How long a waiting task sleeps before it asks again, ms. */
  askAgainAfterMs(turn: Turn): number {
    const place = this.#waiting.get(turn.key)?.indexOf(turn) ?? 0;
    const roundsBefore = Math.floor(Math.max(0, place) / this.#limits.perKey);
    return Math.min(ASK_AFTER_MS_MAX, ASK_AFTER_MS * (1 + roundsBefore));
  }

  /** The task has ended, or waits no more. */
  end(turn: Turn): void {
    this.#running.delete(turn);
    if (turn.endsAtMs === null && this.#leave(turn).length === 0) this.#waiting.delete(turn.key);
  }

  /** Takes a task out of the line of its key. Returns the line. */
  #leave(turn: Turn): Turn[] {
    const line = this.#waiting.get(turn.key) ?? [];
    const place = line.indexOf(turn);
    if (place >= 0) line.splice(place, 1);
    return line;
  }

  #append(turn: Turn): void {
    turn.isGone = false;
    const line = this.#waiting.get(turn.key);
    if (line) line.push(turn);
    else this.#waiting.set(turn.key, [turn]);
  }

  /** Takes the first of each line that do not ask any more out of it. */
  #dropGone(nowMs: number): void {
    for (const [key, line] of this.#waiting) {
      while (line[0] && nowMs - line[0].askedAtMs > GONE_AFTER_MS) {
        line[0].isGone = true;
        line.shift();
      }
      if (line.length === 0) this.#waiting.delete(key);
    }
  }

  /** How many waiting tasks run before this one: in each round, the next of every key that may have one more. Infinity if it may not. */
  #countBefore(turn: Turn): number {
    const place = this.#waiting.get(turn.key)?.indexOf(turn) ?? -1;
    if (place < 0 || place >= this.#limits.perKey - this.#countRunning(turn.key)) return Number.POSITIVE_INFINITY;
    let before = 0;
    let rounds = place + 1;
    for (const [key, line] of this.#waiting) {
      if (key === turn.key) rounds = place;
      before += Math.min(rounds, line.length, Math.max(0, this.#limits.perKey - this.#countRunning(key)));
    }
    return before;
  }

  #countRunning(key: string): number {
    let count = 0;
    for (const running of this.#running) if (running.key === key) count += 1;
    return count;
  }
}
