import { env } from "cloudflare:test";

export type Gate = { readonly passed: Promise<void>; open(): void };

export function newGate(): Gate {
  let open: () => void = () => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open: () => open() };
}

/** A Worker whose words to a room take as long as the test likes: what it has looked up grows old on the way. */
export function slowWorker(gate: Pick<Gate, "passed">): Cloudflare.Env {
  const { ROOM } = env;
  const namespace = {
    idFromName: (name: string) => ROOM.idFromName(name),
    get: (id: DurableObjectId) => {
      const stub = ROOM.get(id);
      return new Proxy(stub, {
        get(_, method: "fetch" | "seat" | "informed" | "end" | "command") {
          // each method of a stub is a call to the object
          return async (...args: unknown[]) => {
            await gate.passed;
            return (stub[method] as (...given: unknown[]) => unknown)(...args);
          };
        },
      });
    },
  };
  return new Proxy(env, { get: (target, name) => (name === "ROOM" ? namespace : Reflect.get(target, name)) });
}
