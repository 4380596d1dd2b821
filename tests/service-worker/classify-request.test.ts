import { expect, it } from "vitest";
import { classifyRequest } from "#service-worker/classify-request.ts";

const shell = { origin: "https://tutti.test", assets: new Set(["/assets/home-1.js"]) };
const navigate = (url: string, method = "GET") =>
  classifyRequest({ method, mode: "navigate", url: `https://tutti.test${url}` }, shell);
const load = (url: string, method = "GET") => classifyRequest({ method, mode: "cors", url }, shell);

const PAGES = ["/", "/room/kitchen", "/settings?a=1", "/auth", "/auth?redirect=/share", "/offline?from=/", "/share?missed=1"];
const NO_PAGES = ["/api/account/export", "/media/audio/a?b=c", "/auth/google", "/auth/google/callback", "/builds/latest.json"];

it.each(PAGES)("a navigation to the page %s is answered", (path) => {
  expect(navigate(path)).toBe("page");
});

it.each(NO_PAGES)("a navigation to %s, which is no page, is left alone", (path) => {
  expect(navigate(path)).toBe("other");
});

it("of the other requests, only those for files of the shell are answered", () => {
  expect(load("https://tutti.test/assets/home-1.js")).toBe("asset");
  expect(load("https://tutti.test/assets/home-2.js")).toBe("other");
  expect(load("https://tutti.test/api/query", "POST")).toBe("other");
  expect(load("https://tutti.test/media/audio/a")).toBe("other");
  expect(load("https://tutti.test/room/kitchen.data")).toBe("other");
  expect(load("https://elsewhere.test/assets/home-1.js")).toBe("other");
});

it("only a form that is posted to the share target by a navigation is received as a share", () => {
  expect(navigate("/share", "POST")).toBe("share");
  expect(navigate("/room/kitchen", "POST")).toBe("other");
  expect(load("https://tutti.test/share", "POST")).toBe("other");
});
