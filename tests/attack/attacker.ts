import { setPriority } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { seededRandom } from "#scripts/sound.mjs";
import { Arena } from "./arena.ts";
import type { AttackerReport, ToAttacker } from "./attacker-messages.ts";
import { IdPool } from "./id-pool.ts";
import { Journal } from "./journal.ts";
import { RandomAttacks } from "./random-attacks.ts";
import { SEQUENCES } from "./sequences.ts";

// The process of the attacker. `attack.ts` starts it, asks it what was under way at a moment, and tells it when to end.

/** Calls that are under way at the same time, besides a sequence. */
const LANES = 6;
const THINK_MS = 60;
const ARENA_MS = 60_000;
const FAULTS_KEPT = 50;
/** Honest people do not share a processor with an attacker; here they do. */
const NICENESS = 10;

setPriority(NICENESS);
// sockets that the server closes while they are written to
process.on("uncaughtException", (error: unknown, origin) => {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!["EPIPE", "ECONNRESET", "ECONNREFUSED"].includes(code)) console.error("attacker:", origin, error);
});
process.on("disconnect", () => process.exit(1));
process.on("message", (message: ToAttacker) => {
  if (message.type === "start") void attack(message);
  if (message.type === "end") isOver = true;
  if (message.type === "describe") {
    report({ type: "calls", id: message.id, calls: journal.describe(message.fromMs, message.toMs) });
  }
});

let isOver = false;
const journal = new Journal();

async function attack({ origin, seed, honestRoomId, scale, only }: Extract<ToAttacker, { type: "start" }>): Promise<void> {
  const random = seededRandom(seed);
  const pool = new IdPool(random);
  const faults = new Set<string>();
  const onFault = (fault: string) => {
    if (!isOver && faults.size < FAULTS_KEPT) faults.add(fault);
  };
  // of the attacker itself, which goes on
  const onFailure = (error: unknown) => void onFault(`the attacker failed: ${error instanceof Error ? error.stack : error}`);
  const arena = new Arena({ origin, journal, pool, onFault }, random);
  pool.add("room", honestRoomId);
  const sequences = SEQUENCES.filter(({ name }) => name.includes(only));
  await arena.renew();
  report({ type: "ready", superadmin: arena.as("superadmin").username });
  const attacks = new RandomAttacks({ arena, honestRoomId, random });
  await Promise.all([
    ...Array.from({ length: only === "" ? LANES : 0 }, async () => {
      while (!isOver) {
        await attacks.runOne().catch(onFailure);
        await sleep(THINK_MS * random());
      }
    }),
    (async () => {
      while (!isOver) {
        await sleep(ARENA_MS);
        if (!isOver) await arena.renew().catch(onFailure);
      }
    })(),
    (async () => {
      while (!isOver) {
        for (const { name, run } of shuffle(sequences, random)) {
          if (isOver) return;
          const startMs = Date.now();
          await journal.record(`sequence "${name}"`, () => run({ arena, honestRoomId, random }, scale).catch(onFailure));
          report({ type: "sequence", name, seconds: (Date.now() - startMs) / 1000 });
        }
      }
    })(),
  ]);
  attacks.close();
  report({ type: "done", calls: journal.total, kinds: journal.counts.size, faults: [...faults] });
}

function shuffle<T>(values: readonly T[], random: () => number): readonly T[] {
  return values
    .map((value) => ({ value, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ value }) => value);
}

function report(message: AttackerReport): void {
  process.send?.(message);
}
