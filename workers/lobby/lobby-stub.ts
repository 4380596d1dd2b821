import type { Lobby } from "./lobby-object.ts";

/** The one object that tells pages with lists what has changed. */
export function lobbyObject(env: Env): DurableObjectStub<Lobby> {
  return env.LOBBY.get(env.LOBBY.idFromName("lobby"));
}
