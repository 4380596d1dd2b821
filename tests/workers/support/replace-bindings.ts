import { env } from "cloudflare:test";

/** The bindings of the tests, some of them replaced. */
export function replaceBindings(replaced: Partial<Record<PropertyKey, unknown>>): Cloudflare.Env {
  return new Proxy(env, { get: (target, name) => replaced[name] ?? Reflect.get(target, name) });
}
