import { expect, it } from "vitest";
import { describeDevice, type PlatformHints } from "#app/features/devices/describe-device.ts";

const describe = (userAgent: string, hints: Partial<PlatformHints> = {}) =>
  describeDevice({ userAgent, touchPoints: 0, platform: null, model: null, ...hints });

const MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4 Safari/605.1.15";
const ANDROID = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0";

it("products of Apple have their names", () => {
  const iphone = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
  expect(describe(iphone, { touchPoints: 5 })).toEqual({ kind: "phone", model: "iPhone" });
  expect(describe(MAC)).toEqual({ kind: "computer", model: "Mac" });
  expect(describe("Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)")).toEqual({ kind: "tablet", model: "iPad" });
});

it("an iPad that pretends to be a Mac has a touch screen", () => {
  expect(describe(MAC, { touchPoints: 5 })).toEqual({ kind: "tablet", model: "iPad" });
});

it("an Android device is a phone or a tablet, with its product where the browser names it", () => {
  expect(describe(`${ANDROID} Mobile Safari/537.36`)).toEqual({ kind: "phone", model: null });
  expect(describe(`${ANDROID} Safari/537.36`)).toEqual({ kind: "tablet", model: null });
  expect(describe("Mozilla/5.0 (Android 14; Mobile; rv:131.0) Gecko/131.0 Firefox/131.0")).toEqual({
    kind: "phone",
    model: null,
  });
  const pixel = { platform: "Android", model: "Pixel 8" };
  expect(describe(`${ANDROID} Mobile Safari/537.36`, pixel)).toEqual({ kind: "phone", model: "Pixel 8" });
});

it("computers and televisions", () => {
  expect(describe("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0")).toEqual({ kind: "computer", model: null });
  expect(describe("Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101")).toEqual({ kind: "computer", model: null });
  expect(describe("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0)")).toEqual({ kind: "computer", model: "Chromebook" });
  const televisions = [
    "Linux; Tizen 6.0) SamsungBrowser TV",
    "Web0S; Linux/SmartTV",
    "Linux; Android 9; AFTKA) Mobile",
    "CrKey/1.54",
  ];
  for (const part of televisions) expect(describe(`Mozilla/5.0 (${part}`).kind, part).toBe("television");
});
