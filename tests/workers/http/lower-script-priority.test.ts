import { expect, it } from "vitest";
import { lowerScriptPriority } from "#workers/http/lower-script-priority.ts";

const PAGE = `<link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/a.js"/><link rel="modulepreload" href="/b.js"/>`;

it("the preloaded scripts of a page come after its styles, and the rest of the page stays as it is", async () => {
  const response = new Response(PAGE, { status: 404, headers: { "Content-Type": "text/html; charset=utf-8" } });
  const page = lowerScriptPriority(response);
  expect(page.status).toBe(404);
  expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
  expect(await page.text()).toBe(
    `<link rel="stylesheet" href="/a.css"><link rel="modulepreload" href="/a.js" fetchpriority="low" />` +
      `<link rel="modulepreload" href="/b.js" fetchpriority="low" />`,
  );
});
