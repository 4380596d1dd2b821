import { createFakeSpotify, type FakeSpotify } from "./fake-spotify.ts";
import { PNG } from "./fake-subsonic.ts";
import { serveRequests } from "./serve-requests.ts";
import { createYandexState, handleYandexRequest, type YandexState } from "./yandex-server.ts";

export type MusicServer = {
  readonly yandex: YandexState;
  readonly spotify: Omit<FakeSpotify, "handleRequest">;
  close(): Promise<void>;
};

/** The port where the server of the browser tests expects the streaming services; see `scripts/e2e-server.mjs`. */
const MUSIC_PORT = Number(process.env["E2E_PORT"] ?? 8788) + 6;

/** Serves imitations of Yandex Music and Spotify, for a server that runs with `MUSIC_LOOPBACK`. */
export async function startMusicServer(audio: Uint8Array): Promise<MusicServer> {
  const origin = `http://127.0.0.1:${MUSIC_PORT}`;
  const yandex = createYandexState({ audio, prefix: "/yandex" });
  const { handleRequest, ...spotify } = createFakeSpotify({ prefix: "/spotify", imageOrigin: `${origin}/spotify` });
  const respond = async (request: Request) => {
    if (COVER_PATH.test(request.url)) return new Response(PNG, { headers: { "Content-Type": "image/png" } });
    const response = await handleYandexRequest(yandex, request);
    return response ? moveCovers(response) : handleRequest(request);
  };
  const { close } = await serveRequests(respond, MUSIC_PORT);
  return { yandex, spotify, close };
}

const COVER_PATH = /\/(image|get-music-content)\//;

/** Covers of Yandex Music are on a host of their own, which this server replaces. */
async function moveCovers(response: Response): Promise<Response> {
  if (!response.headers.get("Content-Type")?.includes("json") || response.headers.has("Content-Encoding")) return response;
  const text = (await response.text()).replaceAll("avatars.yandex.net", `127.0.0.1:${MUSIC_PORT}`);
  return new Response(text, { status: response.status, headers: { "Content-Type": "application/json" } });
}
