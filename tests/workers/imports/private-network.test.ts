import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ServiceTrack } from "#app/domain/imports/service.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import { CREDENTIALS, importAll, importItem, LIBRARY, listItems, listTitles, startBatch, subsonic } from "./import-fixtures.ts";

const PRIVATE = "http://192.168.1.5:4533";
const API = "https://api.music.yandex.net";
const FILE = "https://s1.storage.yandex.net/get/song.mp3";

/** The addresses that were requested through each network, without their queries. */
const sent = { ordinary: [] as string[], private: [] as string[] };
const record = (list: string[], input: unknown) => list.push(String(input).replace(/\?.*/, ""));

beforeEach(() => {
  subsonic.reset();
  subsonic.setLibrary(LIBRARY);
  sent.ordinary = [];
  sent.private = [];
});
afterEach(() => vi.restoreAllMocks());

/** The ordinary network, in which these addresses have these responses. */
function answerOrdinary(responses: Readonly<Record<string, () => Response>> = {}) {
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    record(sent.ordinary, input);
    return responses[String(input)]?.() ?? new Response("", { status: 404 });
  });
}

/** A person on an installation whose operator allows music servers in private networks; the server of the tests is in one. */
async function openRoom() {
  const network = {
    async fetch(input: string, init?: RequestInit) {
      record(sent.private, input);
      return subsonic.handleRequest(new Request(input, init));
    },
  };
  const user = await registerUser();
  const { id: roomId } = await user.call("rooms.create", { name: "Private" });
  const headers = { Cookie: await createSessionCookie(user) };
  const client = createClient({ bindings: replaceBindings({ PRIVATE_NETWORK: network }), headers });
  return { owner: { ...user, ...client }, roomId };
}

describe("a music server in a private network that the operator allows", () => {
  it("is reached through its own network only", async () => {
    answerOrdinary();
    const owner = await openRoom();
    await owner.owner.call("imports.connect", { credentials: { ...CREDENTIALS, address: PRIVATE } });
    await startBatch(owner, "Song one");
    expect(await importAll(owner)).toEqual(["done"]);
    expect(await listTitles(owner)).toHaveLength(1);
    expect(sent.private).toContain(`${PRIVATE}/rest/download.view`);
    expect(sent.ordinary).toEqual([]);
  });

  it.each(["http://192.168.1.6/song.wav", "http://127.0.0.1/song.wav"])("does not lead to %s", async (to) => {
    answerOrdinary();
    const owner = await openRoom();
    await owner.owner.call("imports.connect", { credentials: { ...CREDENTIALS, address: PRIVATE } });
    const { items } = await startBatch(owner, "Song one");
    subsonic.setFault("download", { how: "redirect", location: to });
    const update = await importItem(owner.owner, items[0]?.id ?? "");
    expect(update).toEqual({ type: "failed", code: "link-private" });
    expect([...sent.private, ...sent.ordinary]).not.toContain(to);
  });
});

describe("a public service, where servers in private networks are allowed", () => {
  const track: ServiceTrack = {
    ...{ service: "yandex", id: "101", title: "Song", artist: "", album: "", durationMs: null, isrc: null, cover: null },
    isAvailable: true,
  };
  const json = (result: unknown) => () => Response.json({ result });

  /** Imports a track whose file the service names. */
  async function importFrom(downloadInfoUrl: string, file: () => Response) {
    answerOrdinary({
      [`${API}/account/status`]: json({ account: { uid: 1, login: "vera" } }),
      [`${API}/tracks/101/download-info`]: json([{ codec: "mp3", bitrateInKbps: 320, direct: true, downloadInfoUrl }]),
      [FILE]: file,
    });
    const owner = await openRoom();
    await owner.owner.call("imports.connect", { credentials: { service: "yandex", token: "token" } });
    await owner.owner.call("imports.start", { roomId: owner.roomId, title: "", tracks: [track] });
    return importItem(owner.owner, (await listItems(owner))[0]?.id ?? "");
  }

  it("cannot redirect a download to a private address", async () => {
    const update = await importFrom(FILE, () => Response.redirect(`${PRIVATE}/song.mp3`, 302));
    expect(sent.ordinary).toContain(FILE);
    expect(update).toEqual({ type: "failed", code: "link-private" });
    expect([...sent.ordinary, ...sent.private].filter((address) => address.startsWith(PRIVATE))).toEqual([]);
  });

  it("cannot name a private address as that of a file", async () => {
    const update = await importFrom(`${PRIVATE}/song.mp3`, () => new Response(""));
    expect(update).toEqual({ type: "failed", code: "import-not-prepared" });
    expect(sent.private).toEqual([]);
  });
});
