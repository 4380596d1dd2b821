import { env } from "cloudflare:test";
import { replaceBindings } from "./replace-bindings.ts";

type RoomMethod =
  | "addEntries"
  | "changeRoles"
  | "fetch"
  | "remove"
  | "removeTracks"
  | "replaceTrack"
  | "runCommand"
  | "updateSettings";

type Intercept = (call: () => unknown, args: readonly unknown[], id: DurableObjectId) => unknown;

/** Bindings in which calls of one method of room objects, or of every method, are passed to `intercept`. */
export function interceptRoomCalls(method: RoomMethod | "every", intercept: Intercept): Cloudflare.Env {
  const get = (id: DurableObjectId) => {
    const stub = env.ROOM.get(id);
    return new Proxy(stub, {
      get(_, name: RoomMethod) {
        // called on the stub itself: every property of a stub is a remote method
        const call = (...args: unknown[]) => (stub[name] as (...given: unknown[]) => unknown)(...args);
        const isIntercepted = method === "every" || method === name;
        return isIntercepted ? async (...args: unknown[]) => intercept(() => call(...args), args, id) : call;
      },
    });
  };
  return replaceBindings({ ROOM: { idFromName: (name: string) => env.ROOM.idFromName(name), get } });
}
