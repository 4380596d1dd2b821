import type { Lobby } from "#workers/lobby-object/lobby-object.ts";

/** The lobby's Durable Object, of which there is one. Calls to it are RPC. */
export function lobbyObject(env: Env): DurableObjectStub<Lobby> {
  return env.LOBBY.get(env.LOBBY.idFromName("lobby"));
}
