import { expect, it } from "vitest";
import { answerNavigation } from "#service-worker/answer-navigation.ts";

const failedFetch = () => Promise.reject(new TypeError("Failed to fetch"));
const findOfflinePage = async () => new Response("offline page");
const navigate = (path: string, deps: Partial<Parameters<typeof answerNavigation>[1]> = {}) =>
  answerNavigation(new Request(`https://tutti.test${path}`), { fetch: failedFetch, findOfflinePage, ...deps });

it("a page comes from the server, also one with an error", async () => {
  const fetch = async () => new Response("from the server", { status: 500 });
  const response = await navigate("/room/kitchen", { fetch });
  expect([response.status, await response.text()]).toEqual([500, "from the server"]);
});

it("without a response the offline page is shown at its own address, which names the missed page", async () => {
  const response = await navigate("/?tab=mine&q=a b");
  expect(response.status).toBe(302);
  const url = new URL(response.headers.get("Location") ?? "");
  expect([url.pathname, url.searchParams.get("from")]).toEqual(["/offline", "/?tab=mine&q=a%20b"]);
  expect(await (await navigate("/offline?from=%2F")).text()).toBe("offline page");
});

it("without a copy of the offline page the browser shows its own", async () => {
  const response = await navigate("/", { findOfflinePage: async () => undefined });
  expect(response.type).toBe("error");
});
