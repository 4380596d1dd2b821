import { afterAll, afterEach, beforeAll, beforeEach, vi } from "vitest";
import type { ServiceTarget } from "#app/domain/imports/service.ts";
import { SPOTIFY_CLIENT } from "#tests/support/fake-spotify.ts";
import { spotifyId } from "#tests/support/spotify-catalog.ts";
import { type SpotifyServer, startSpotifyServer } from "#tests/support/spotify-server.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";

export const never = new AbortController().signal;

export const track: ServiceTarget = { kind: "track", id: spotifyId("pressure") };
export const album: ServiceTarget = { kind: "album", id: spotifyId("blood") };
export const artist: ServiceTarget = { kind: "artist", id: spotifyId("kino") };
export const playlist = (id: string): ServiceTarget => ({ kind: "playlist", id: spotifyId(id) });

/** Runs a fake Spotify for the tests of a file, whose changes are undone after each test. */
export function setUpSpotify() {
  let running: SpotifyServer | null = null;
  const server = (): SpotifyServer => {
    if (!running) throw new Error("the server runs only during the tests");
    return running;
  };
  beforeAll(async () => {
    running = await startSpotifyServer();
  });
  afterAll(() => server().close());
  beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
  afterEach(() => {
    vi.useRealTimers();
    server().setFaults();
    server().setDevelopmentMode(false);
    server().setTokenLifetime(3600);
    server().setEdit((json) => json);
  });
  return {
    server,
    /** A client whose cached token, if it has one, is no longer valid. */
    createClient(credentials: { readonly clientId?: string; readonly clientSecret?: string } = {}) {
      const { origin, revokeTokens } = server();
      revokeTokens();
      return createSpotifyClient({ ...SPOTIFY_CLIENT, ...credentials, accountsOrigin: origin, apiOrigin: origin });
    },
    /** The requests of an operation. */
    async requestsDuring(act: () => Promise<unknown>): Promise<readonly string[]> {
      const before = server().requests.length;
      await act();
      return server().requests.slice(before);
    },
  };
}
