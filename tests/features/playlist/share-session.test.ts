import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { loadPictures } from "#app/features/playlist/session/load-pictures.ts";
import { canSharePictures, sharePicture } from "#app/features/playlist/session/share-picture.ts";
import { BROKEN_PICTURE, stubPictures } from "#tests/support/fake-pictures.ts";

afterEach(() => vi.unstubAllGlobals());

describe("the pictures of a session", () => {
  let fetched: string[];
  beforeEach(() => {
    fetched = [];
    stubPictures({ width: 10, height: 10 });
    vi.stubGlobal("fetch", async (url: string) => {
      fetched.push(url);
      if (url === "/lost") throw new DOMException("aborted", "AbortError");
      return url === "/missing"
        ? new Response(null, { status: 404 })
        : new Response(url === "/broken" ? BROKEN_PICTURE : "picture");
    });
  });
  const person = (avatar: string) => ({ id: avatar, name: "", avatar });
  const track = (coverUrl: string | null) => ({ title: "", artist: "", coverUrl, count: "" });
  const load = (covers: readonly (string | null)[], avatars: readonly string[] = []) => {
    // only these parts are read
    const content = { tracks: covers.map(track), people: avatars.map(person) } as unknown as Parameters<typeof loadPictures>[0];
    return loadPictures(content, new AbortController().signal);
  };

  it("are loaded once each: covers, and the photos of people who have one", async () => {
    const pictures = await load(["/cover", "/cover", null], ["#204060", "/photo"]);
    expect([...pictures.keys()]).toEqual(["/cover", "/photo"]);
    expect(fetched).toEqual(["/cover", "/photo"]);
  });

  it("leave out what is missing, what is no picture and what did not arrive", async () => {
    vi.useFakeTimers();
    const loading = load(["/missing", "/broken", "/lost", "/cover"]);
    await vi.runAllTimersAsync();
    expect([...(await loading).keys()]).toEqual(["/cover"]);
    vi.useRealTimers();
  });
});

describe("the picture of a session", () => {
  const PNG = new Blob(["png"], { type: "image/png" });
  const share = (outcome: () => Promise<void>) => {
    const shared: { readonly files: readonly File[] }[] = [];
    vi.stubGlobal("navigator", {
      share(data: (typeof shared)[number]) {
        shared.push(data);
        return outcome();
      },
    });
    return { shared, done: sharePicture(PNG, "friday.png") };
  };

  it("is shared as a file with its name", async () => {
    const { shared, done } = share(async () => undefined);
    expect(await done).toBe(true);
    expect(shared[0]?.files.map(({ name, type, size }) => [name, type, size])).toEqual([["friday.png", "image/png", 3]]);
  });

  it("has not failed because the person closes the dialog, but for any other reason", async () => {
    expect(await share(() => Promise.reject(new DOMException("closed", "AbortError"))).done).toBe(true);
    expect(await share(() => Promise.reject(new DOMException("no", "NotAllowedError"))).done).toBe(false);
    expect(await share(() => Promise.reject(new TypeError("no files"))).done).toBe(false);
  });

  it("is offered for sharing where the browser shares files", () => {
    const offered = (navigator: object) => {
      vi.stubGlobal("navigator", navigator);
      return canSharePictures();
    };
    expect(offered({})).toBe(false);
    expect(offered({ canShare: () => false })).toBe(false);
    expect(offered({ canShare: ({ files }: { readonly files: readonly File[] }) => files[0]?.type === "image/png" })).toBe(
      true,
    );
  });
});
