/** The Durable Object of the live queries, of which there is one. Calls to it are RPC. */
export function liveObject({ LIVE }: Pick<Env, "LIVE">) {
  return LIVE.get(LIVE.idFromName("live"));
}
