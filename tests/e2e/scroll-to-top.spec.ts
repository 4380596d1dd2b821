import { expect, newPage, PHONE, test } from "./test.ts";
import { createUser } from "./test-user.ts";

const PATHS = ["/settings", "/help"];

test("at the end of a page, the button that scrolls to the top covers no other control and no text", async ({
  browser,
  request,
  baseURL,
}) => {
  const context = await browser.newContext({ ...PHONE, baseURL: baseURL ?? "", reducedMotion: "reduce" });
  const mira = await createUser(request, baseURL);
  await mira.signIn(context);
  const page = await newPage(context);
  for (const path of PATHS) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    const button = page.getByRole("button", { name: "Наверх" });
    await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
    await expect(button).toBeInViewport({ ratio: 1 });
    const covered = await button.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const covers = ({ left, right, top, bottom }: DOMRect) =>
        left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      const range = document.createRange();
      const texts = document.createTreeWalker(document.querySelector("main") ?? document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        range.selectNodeContents(text);
        if ([...range.getClientRects()].some(covers)) found.push(text.textContent ?? "");
      }
      const controls = document.querySelectorAll("main :is(a, button, input, select, textarea, label)");
      for (const control of controls) if (covers(control.getBoundingClientRect())) found.push(control.outerHTML.slice(0, 80));
      return found;
    });
    expect(covered, path).toEqual([]);
  }
  await context.close();
});
