import { createFakeSpotify, type FakeSpotify } from "./fake-spotify.ts";
import { type RequestServer, serveRequests } from "./serve-requests.ts";

export type SpotifyServer = Omit<FakeSpotify, "handleRequest"> & RequestServer;

/** Serves the fake Spotify on a free port. */
export async function startSpotifyServer(): Promise<SpotifyServer> {
  const { handleRequest, ...spotify } = createFakeSpotify();
  return { ...spotify, ...(await serveRequests(handleRequest)) };
}
