import { sendCommand } from "#scripts/control-socket.mjs";
import { expect, test, waitForHydration } from "../test.ts";
import { registerUser } from "../test-user.ts";
import { createDataFolder, startOwnServer } from "./own-server.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 30;

for (const { locale, sentence } of [
  { locale: "en-US", sentence: /^If you report this, include the number ([\w-]+)\.$/ },
  { locale: "ru-RU", sentence: /^Если\sбудете\sсообщать\sоб\sошибке,\sукажите\sномер\s([\w-]+)\.$/ },
]) {
  test.describe(() => {
    test.use({ locale, colorScheme: "dark" });
    test(`a page that fails names its request, which is in the server's log, in ${locale}`, async ({
      page,
      context,
      playwright,
      allowConsoleErrors,
    }) => {
      allowConsoleErrors(/500/);
      const port = PORT + (locale === "ru-RU" ? 1 : 0);
      const server = await startOwnServer({ data: createDataFolder(), port, apiRequest: playwright.request });
      const mira = await registerUser(server.request, server.origin);
      const { url } = await mira.createRoom("Kitchen");
      await mira.signIn(context);
      await sendCommand(server.data, { type: "query", sql: "ALTER TABLE favorites RENAME TO lost" });
      const response = await page.goto(`${server.origin}/room/${url}`);
      expect(response?.status()).toBe(500);
      // the page keeps its request id and theme when it comes alive
      await waitForHydration(page);
      const text = page.locator("main p").last();
      await expect(text).toHaveText(sentence);
      const [, id = ""] = sentence.exec(await text.innerText()) ?? [];
      await expect.poll(server.output).toContain(`"requestId":"${id}"`);
      await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
      await server.stop();
    });
  });
}
