import { expect, it } from "vitest";
import { readSharedItems } from "#app/lib/shared-items.ts";
import { receiveShare } from "#service-worker/receive-share.ts";
import { createMemoryCaches } from "#tests/support/memory-caches.ts";

function createShare(fields: Readonly<Record<string, string>>, files: readonly File[] = []): Request {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const file of files) body.append("files", file);
  return new Request("https://tutti.test/share", { method: "POST", body });
}

const readNames = async (caches: ReturnType<typeof createMemoryCaches>) => {
  const items = await readSharedItems(caches, Date.now());
  return items && { names: items.files.map(({ name }) => name), link: items.link };
};

it("shared files and the shared link are stored, and the browser is redirected to their page", async () => {
  const caches = createMemoryCaches();
  const files = [new File(["a"], "a.mp3"), new File([], "empty"), new File(["b"], "b.wav")];
  const response = await receiveShare(createShare({ text: "https://example.org/c.mp3" }, files), caches);
  expect([response.status, response.headers.get("Location")]).toEqual([303, "https://tutti.test/share"]);
  expect(await readNames(caches)).toEqual({ names: ["a.mp3", "b.wav"], link: "https://example.org/c.mp3" });
});

it("a share that cannot be stored leads to the page that says so", async () => {
  const isFull = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  const caches = { ...createMemoryCaches(), open: isFull };
  const response = await receiveShare(createShare({}, [new File(["a"], "a.mp3")]), caches);
  expect(response.headers.get("Location")).toBe("https://tutti.test/share?missed=1");
});

it("a body that is no form leads to the page that says so", async () => {
  const request = new Request("https://tutti.test/share", { method: "POST", body: "text" });
  const response = await receiveShare(request, createMemoryCaches());
  expect(response.headers.get("Location")).toBe("https://tutti.test/share?missed=1");
});

it("a form that a page of another site posts is refused", async () => {
  const request = createShare({ text: "https://example.org/c.mp3" });
  const from = async (referrer: string) => {
    const caches = createMemoryCaches();
    const response = await receiveShare({ url: request.url, referrer, formData: () => request.clone().formData() }, caches);
    return { location: response.headers.get("Location"), link: (await readNames(caches))?.link };
  };
  expect(await from("https://evil.example/page")).toEqual({ location: "https://tutti.test/share?missed=1" });
  for (const own of ["", "about:client", "android-app://org.player/", "https://tutti.test/room/attic"])
    expect(await from(own), own).toEqual({ location: "https://tutti.test/share", link: "https://example.org/c.mp3" });
});

it("a share of more files or bytes than a person uploads at once is refused", async () => {
  const locate = async (files: readonly { readonly size: number }[]) => {
    const items = files.map(({ size }) => Object.defineProperty(new File(["a"], "a.mp3"), "size", { value: size }));
    const form = { getAll: () => items, get: () => null } as unknown as FormData;
    const request = { url: "https://tutti.test/share", referrer: "", formData: async () => form };
    return (await receiveShare(request, createMemoryCaches())).headers.get("Location");
  };
  expect(await locate(Array(500).fill({ size: 1 }))).toBe("https://tutti.test/share");
  expect(await locate(Array(501).fill({ size: 1 }))).toBe("https://tutti.test/share?missed=1");
  expect(await locate([{ size: 4 * 1024 ** 3 }])).toBe("https://tutti.test/share");
  expect(await locate([{ size: 4 * 1024 ** 3 }, { size: 1 }])).toBe("https://tutti.test/share?missed=1");
});
