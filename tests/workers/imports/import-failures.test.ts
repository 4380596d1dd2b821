import { env } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { clickSamples } from "#tests/support/click-track.ts";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { replaceBindings } from "#tests/workers/support/replace-bindings.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";

afterEach(() => vi.restoreAllMocks());

/** Imports an audio file with a Worker that has other bindings. Returns the last line of the response. */
async function importWith(broken: Partial<Record<keyof Cloudflare.Env, unknown>>) {
  const owner = await registerUser();
  const { id } = await owner.call("rooms.create", { name: "Links" });
  const headers = { "Content-Type": "audio/wav" };
  vi.spyOn(globalThis, "fetch").mockImplementation(
    async () => new Response(encodeWav([clickSamples(2, 48_000)], 48_000), { headers }),
  );
  const cookie = await createSessionCookie(owner);
  const client = createClient({ bindings: replaceBindings(broken), headers: { Cookie: cookie } });
  const lines = (await (await send(client, id)).text()).trim().split("\n");
  const { tracks } = await owner.call("tracks.list", {});
  return { update: JSON.parse(lines.at(-1) ?? "") as LinkImportUpdate, tracks };
}

const send = (client: Client, id: string) => client.post(`/api/rooms/${id}/links`, { link: "https://music.example/song.wav" });

const fails = () => {
  throw new Error("unavailable");
};

describe("an import from a link", () => {
  it("reports that the file could not be processed if the storage fails", async () => {
    const { update, tracks } = await importWith({ MEDIA: new Proxy(env.MEDIA, { get: () => fails }) });
    expect(update).toEqual({ type: "failed", code: "import-failed" });
    expect(tracks).toEqual([]);
  });

  it("reports that only adding it to the room has failed if the track is in the library", async () => {
    const { update, tracks } = await importWith({ ROOM: { idFromName: () => "x", get: fails } });
    expect(update).toEqual({ type: "failed", code: "import-not-added" });
    expect(tracks).toHaveLength(1);
  });
});
