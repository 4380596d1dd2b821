import type { Lobby } from "#workers/lobby-object/lobby-object.ts";

/** The one object that tells pages with lists what has changed. */
export function lobbyObject(env: Env): DurableObjectStub<Lobby> {
  return env.LOBBY.get(env.LOBBY.idFromName("lobby"));
}
