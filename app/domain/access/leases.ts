import { type HoldingLimits, Holdings } from "./holdings.ts";

/** A part of something scarce that one holder has for a time. */
export type Lease = { readonly holder: string; endsAtMs: number };

/**
 * Leases what is scarce to requests. A lease ends unless it is renewed, since the runtime may end a request at any point. When
 * all is leased, a holder with fewer leases gets the latest one of the holder with the most (WK3).
 */
export class Leases {
  readonly #leaseMs: number;
  readonly #holdings: Holdings;
  /** The oldest first. */
  readonly #leases = new Set<Lease>();

  constructor(limits: HoldingLimits, leaseMs: number) {
    this.#holdings = new Holdings(limits);
    this.#leaseMs = leaseMs;
  }

  /** Null if the holder has as many as it may have, or all are leased to holders that have no more than it would have. */
  take(holder: string, nowMs: number): Lease | null {
    for (const lease of this.#leases) if (lease.endsAtMs <= nowMs) this.release(lease);
    const answer = this.#holdings.ask(holder);
    if (answer.kind === "refused") return null;
    const displaced = answer.kind === "displaces" ? [...this.#leases].findLast((lease) => lease.holder === answer.from) : null;
    if (displaced) this.release(displaced);
    const lease = { holder, endsAtMs: nowMs + this.#leaseMs };
    this.#leases.add(lease);
    this.#holdings.add(holder);
    return lease;
  }

  /** False if the lease has ended, or another holder has it: its work must end. */
  renew(lease: Lease, nowMs: number): boolean {
    if (!this.#leases.has(lease)) return false;
    lease.endsAtMs = nowMs + this.#leaseMs;
    return true;
  }

  /** Does nothing if the lease has ended. */
  release(lease: Lease): void {
    if (this.#leases.delete(lease)) this.#holdings.remove(lease.holder);
  }
}
