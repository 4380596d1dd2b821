// The messages between `attack.ts` and the process of the attacker.

export type ToAttacker =
  | {
      readonly type: "start";
      readonly origin: string;
      readonly seed: number;
      readonly honestRoomId: string;
      readonly scale: number;
      /** If not empty, only the sequences whose names contain it. */
      readonly only: string;
    }
  /** Asks for the calls that were under way. Times are those of `systemNowMs`. */
  | { readonly type: "describe"; readonly id: number; readonly fromMs: number; readonly toMs: number }
  | { readonly type: "end" };

export type AttackerReport =
  /** The attacker's people are there. `superadmin` is the name of the one who is to become a superadmin. */
  | { readonly type: "ready"; readonly superadmin: string }
  | { readonly type: "sequence"; readonly name: string; readonly seconds: number }
  | { readonly type: "calls"; readonly id: number; readonly calls: readonly string[] }
  | { readonly type: "done"; readonly calls: number; readonly kinds: number; readonly faults: readonly string[] };
