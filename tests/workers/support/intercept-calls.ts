import { env } from "cloudflare:test";
import { interceptD1 } from "#db/intercept-d1.ts";
import { interceptRoomCalls } from "./intercept-room-calls.ts";
import { replaceBindings } from "./replace-bindings.ts";

/** Runs `call`, or rejects in its place. A call that `reads` changes nothing. */
type Intercept = <T>(call: () => Promise<T>, kind: "reads" | "writes") => Promise<T>;

/** Bindings whose calls pass through `intercept`: statements and batches of D1, deletions of R2, and calls of room objects. */
export function interceptCalls(intercept: Intercept): Cloudflare.Env {
  const resumeMultipartUpload = (key: string, id: string) => ({
    abort: () => intercept(() => env.MEDIA.resumeMultipartUpload(key, id).abort(), "writes"),
  });
  const replaced: Partial<Record<PropertyKey, unknown>> = {
    delete: (keys: string | string[]) => intercept(() => env.MEDIA.delete(keys), "writes"),
    resumeMultipartUpload,
  };
  const MEDIA = new Proxy(env.MEDIA, {
    get(target, name) {
      const value: unknown = replaced[name] ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { ROOM } = interceptRoomCalls("every", (call) => intercept(async () => call(), "writes"));
  const DB = interceptD1(env.DB, (statements, execute) => intercept(execute, statements.every(isQuery) ? "reads" : "writes"));
  return replaceBindings({ DB, MEDIA, ROOM });
}

const isQuery = (sql: string) => /^\s*select\b/i.test(sql);
