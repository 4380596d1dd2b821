import { env } from "cloudflare:test";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";

const R2_METHODS = ["head", "get", "put", "delete"];

/** Bindings that call `before` ahead of every R2 request and every D1 batch. */
export function interceptStorageCalls(before: () => Promise<void>): Cloudflare.Env {
  const intercept = <T extends object>(target: T, methods: readonly string[]): T =>
    new Proxy(target, {
      get(_, name) {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        if (name === "resumeMultipartUpload") {
          return (...args: unknown[]) => intercept(value.apply(target, args), ["complete", "uploadPart", "abort"]);
        }
        if (!methods.includes(String(name))) return value.bind(target);
        return async (...args: unknown[]) => {
          await before();
          return value.apply(target, args);
        };
      },
    });
  return replaceBindings({ DB: intercept(env.DB, ["batch"]), MEDIA: intercept(env.MEDIA, R2_METHODS) });
}
