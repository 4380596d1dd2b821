import { expect, it } from "vitest";
import { toPreferenceCookie } from "#app/lib/preference-cookie.ts";

const createCookie = (url: string) => toPreferenceCookie({ name: "theme", value: "dark", maxAgeSec: 60, url });

it("a preference is sent over HTTPS only if it was set over HTTPS", () => {
  const attributes = "theme=dark; Path=/; Max-Age=60; SameSite=Lax";
  expect(createCookie("https://tutti.example/settings?a=b")).toBe(`${attributes}; Secure`);
  expect(createCookie("http://localhost:8787/")).toBe(attributes);
});
