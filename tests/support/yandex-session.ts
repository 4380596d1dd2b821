import { afterAll, beforeAll, beforeEach } from "vitest";
import { createYandexClient, type YandexOptions } from "#workers/imports/services/yandex/yandex-client.ts";
import { audioFixture } from "./fixtures.ts";
import { createYandexLibrary } from "./yandex-library.ts";
import { createYandexState, startYandexServer, type YandexEndpoint, type YandexServer } from "./yandex-server.ts";

/** The file of every track. */
export const YANDEX_AUDIO = audioFixture("cbr.mp3");

/** The result of a refused call. */
export const refused = (code: string, detail?: object) => ({ ok: false, error: detail ? { code, detail } : { code } });

/** An imitation of Yandex Music for the tests of a file, with a new library for each test. */
export function setUpYandexServer() {
  const options = { audio: YANDEX_AUDIO, prefix: "/yandex" };
  let server: YandexServer | null = null;
  const get = () => {
    if (!server) throw new Error("The server runs only during tests");
    return server;
  };
  beforeAll(async () => {
    server = await startYandexServer(options);
  });
  afterAll(() => get().close());
  beforeEach(() => {
    const { state } = get();
    const { faults, requests } = state;
    faults.clear();
    requests.length = 0;
    Object.assign(state, { ...createYandexState(options), faults, requests, library: createYandexLibrary() });
  });
  return {
    get state() {
      return get().state;
    },
    get origin() {
      return get().origin;
    },
    connect: (overrides: Partial<YandexOptions> = {}) => connect(get(), overrides),
    /** All requests in their order. */
    lines: () => get().state.requests.map(({ line }) => line),
    setStatus(at: YandexEndpoint, status: number, body: unknown = {}, headers: Record<string, string> = {}) {
      get().state.faults.set(at, { how: "status", status, body, headers });
    },
  };
}

function connect({ state, origin }: YandexServer, overrides: Partial<YandexOptions>) {
  const client = createYandexClient({ token: state.token, origin, ...overrides });
  const { locate, browse } = client;
  if (!locate || !browse) throw new Error("The client has no downloads or no library");
  return { ...client, locate, browse };
}
