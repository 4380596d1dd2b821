import { z } from "zod";
import { fail, ok } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import { findObjectUses, type ObjectUse } from "#db/queries/object-uses.ts";
import { defineFunction, superadmin } from "#workers/functions/define.ts";
import { logEvent } from "#workers/http/log-event.ts";
import { parseObjectKey } from "#workers/media/object-keys.ts";

/** An object in R2, and how the database refers to it. */
type ListedObject = {
  readonly key: string;
  readonly sizeBytes: number;
  readonly uploadedAtMs: number;
  readonly use: ObjectUse;
};
type ObjectPage = { readonly objects: readonly ListedObject[]; readonly nextCursor: string | null };

const PAGE_SIZE = 100;
/** The most that R2 lists at once. */
const SCAN_SIZE = 1000;
const KEYS_MAX = 100;

const listArgs = {
  prefix: z.string().max(200).describe("The beginning of the keys, such as `audio/`; empty for all objects"),
  cursor: z.string().max(2000).optional().describe("`nextCursor` of the previous page"),
};

export const objectFunctions = {
  listObjects: defineFunction({
    kind: "query",
    access: superadmin,
    summary: `Lists the objects in R2 whose keys begin with a prefix, ${PAGE_SIZE} at a time. With \`orphansOnly\` it reads ${SCAN_SIZE} at a time and returns those that nothing refers to, which may be none.`,
    returns:
      "`objects`, each with `key`, `sizeBytes`, `uploadedAtMs` and `use` (`used`, `upload`, `recorded`, `orphan` or `unknown`); `nextCursor` for the next call, null on the last page.",
    args: z.strictObject({ ...listArgs, orphansOnly: z.boolean() }),
    handler: async ({ env, db }, { orphansOnly, ...page }) => {
      const { objects, nextCursor } = await listPage(env, db, { ...page, limit: orphansOnly ? SCAN_SIZE : PAGE_SIZE });
      return ok({ objects: orphansOnly ? objects.filter(({ use }) => use === "orphan") : objects, nextCursor });
    },
  }),

  countObjects: defineFunction({
    kind: "query",
    access: superadmin,
    summary: `Adds up the objects in R2 whose keys begin with a prefix, ${SCAN_SIZE} at a time.`,
    returns:
      "`count`, `bytes`, `orphans` and `orphanBytes` of this page; `nextCursor` for the next call, null on the last page.",
    args: z.strictObject(listArgs),
    handler: async ({ env, db }, page) => {
      const { objects, nextCursor } = await listPage(env, db, { ...page, limit: SCAN_SIZE });
      const orphans = objects.filter(({ use }) => use === "orphan");
      const totals = { count: objects.length, bytes: sumBytes(objects) };
      return ok({ ...totals, orphans: orphans.length, orphanBytes: sumBytes(orphans), nextCursor });
    },
  }),

  deleteObjects: defineFunction({
    kind: "mutation",
    access: superadmin,
    summary: "Deletes objects from R2 to which nothing refers. If the database refers to one of them, none is deleted.",
    returns: "`deleted`: their number.",
    args: z.strictObject({ keys: z.array(z.string().min(1).max(1024)).min(1).max(KEYS_MAX) }),
    handler: async ({ env, db, user }, { keys }) => {
      const uses = await findObjectUses(db, keys.map(parseObjectKey));
      // an orphan stays one: ids are never reused, and rows are written before their objects
      if (keys.some((key) => uses.get(key) !== "orphan")) return fail("object-in-use");
      await env.MEDIA.delete(keys);
      logEvent("objects-deleted", { count: keys.length, user: user.id });
      return ok({ deleted: keys.length });
    },
  }),
};

type PageRequest = { readonly prefix: string; readonly cursor?: string | undefined; readonly limit: number };

async function listPage({ MEDIA }: Env, db: Db, { prefix, cursor, limit }: PageRequest): Promise<ObjectPage> {
  const listed = await MEDIA.list({ prefix, limit, ...(cursor !== undefined && { cursor }) });
  const uses = await findObjectUses(
    db,
    listed.objects.map(({ key }) => parseObjectKey(key)),
  );
  const objects = listed.objects.map(({ key, size, uploaded }): ListedObject => {
    return { key, sizeBytes: size, uploadedAtMs: uploaded.getTime(), use: uses.get(key) ?? "unknown" };
  });
  return { objects, nextCursor: listed.truncated ? listed.cursor : null };
}

function sumBytes(objects: readonly ListedObject[]): number {
  return objects.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}
