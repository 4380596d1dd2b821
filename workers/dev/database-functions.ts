import { z } from "zod";
import { ok } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import {
  countTableRows,
  INTEGRITY_CHECKS,
  type IntegrityCheckId,
  listAppliedMigrations,
  listNewestAudio,
  runIntegrityCheck,
} from "#db/queries/integrity.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import { logError } from "#workers/http/log-error.ts";
import { audioKey } from "#workers/media/object-keys.ts";
import journal from "../../migrations/meta/_journal.json";

/** The result of a check. `unavailable`: the database or the storage has refused it. */
type CheckResult = {
  readonly id: IntegrityCheckId | "object-sizes";
  readonly status: "ok" | "failed" | "unavailable";
  readonly problems: number;
  /** Ids or keys of the first problems. */
  readonly subjects: readonly string[];
};

const SUBJECTS_MAX = 5;
/** Each of them is one request to R2. */
const AUDIO_SAMPLES = 10;

export const databaseFunctions = {
  getMigrations: defineFunction({
    kind: "query",
    access: superadmin,
    summary: "Compares the applied migrations with those of the build, and counts the rows of each table.",
    returns:
      "`applied`, each with `name` and `appliedAt` (UTC); `pending`: names that are in the build only; `unknown`: names that are in the database only; `tables`, each with `name` and `rows`.",
    args: z.strictObject({}),
    handler: async ({ db }) => {
      const [applied, tables] = await Promise.all([listAppliedMigrations(db), countTableRows(db)]);
      const built = new Set(journal.entries.map(({ tag }) => tag));
      const names = new Set(applied.map(({ name }) => name));
      const pending = [...built].filter((name) => !names.has(name));
      const unknown = [...names].filter((name) => !built.has(name));
      return ok({ applied, pending, unknown, tables });
    },
  }),

  checkIntegrity: defineFunction({
    kind: "query",
    access: superadmin,
    summary: `Checks the database, and the sizes of the ${AUDIO_SAMPLES} newest audio objects in R2.`,
    returns:
      "`checks`, each with `id`, `status` (`ok`, `failed` or `unavailable`), `problems` (their number) and `subjects` (the ids or keys of the first ones).",
    args: z.strictObject({}),
    handler: async ({ env, db }) => {
      const ids = Object.keys(INTEGRITY_CHECKS) as readonly IntegrityCheckId[];
      const runs = ids.map((id) => toResult(id, runIntegrityCheck(db, id, SUBJECTS_MAX)));
      return ok({ checks: await Promise.all([...runs, toResult("object-sizes", compareSizes(env, db))]) });
    },
  }),
};

type Problems = Pick<CheckResult, "problems" | "subjects">;

async function toResult(id: CheckResult["id"], running: Promise<Problems>): Promise<CheckResult> {
  try {
    const found = await running;
    return { id, status: found.problems === 0 ? "ok" : "failed", ...found };
  } catch (error) {
    logError("integrity", error, { check: id });
    return { id, status: "unavailable", problems: 0, subjects: [] };
  }
}

/** Compares the sizes of the newest audio objects in D1 with those in R2. */
async function compareSizes({ MEDIA }: Env, db: Db): Promise<Problems> {
  const samples = await listNewestAudio(db, AUDIO_SAMPLES);
  const stored = await Promise.all(samples.map(({ id }) => MEDIA.head(audioKey(id))));
  const wrong = samples.filter(({ sizeBytes }, i) => stored[i]?.size !== sizeBytes);
  return { problems: wrong.length, subjects: wrong.slice(0, SUBJECTS_MAX).map(({ id }) => audioKey(id)) };
}
