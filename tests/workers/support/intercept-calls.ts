import { env } from "cloudflare:test";
import { interceptD1 } from "#db/intercept-d1.ts";
import { interceptRoomCalls } from "./intercept-room-calls.ts";
import { replaceBindings } from "./replace-bindings.ts";

/** Runs `call`, or rejects in its place. */
type Intercept = <T>(call: () => Promise<T>) => Promise<T>;

/** Bindings whose calls pass through `intercept`: statements and batches of D1, deletions of R2, and calls of room objects. */
export function interceptCalls(intercept: Intercept): Cloudflare.Env {
  const resumeMultipartUpload = (key: string, id: string) => ({
    abort: () => intercept(() => env.MEDIA.resumeMultipartUpload(key, id).abort()),
  });
  const replaced: Partial<Record<PropertyKey, unknown>> = {
    delete: (keys: string | string[]) => intercept(() => env.MEDIA.delete(keys)),
    resumeMultipartUpload,
  };
  const MEDIA = new Proxy(env.MEDIA, {
    get(target, name) {
      const value: unknown = replaced[name] ?? Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  const { ROOM } = interceptRoomCalls("every", (call) => intercept(async () => call()));
  return replaceBindings({ DB: interceptD1(env.DB, (_, execute) => intercept(execute)), MEDIA, ROOM });
}
