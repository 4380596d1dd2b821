import { expect, type Page } from "@playwright/test";

export async function openAccount(page: Page, path = "/"): Promise<void> {
  await page.goto(path);
  await page.getByRole("button", { name: /^Your menu/ }).click();
  await page.getByRole("menuitem", { name: "Account" }).click();
  // it is whole once it knows where one is signed in
  await expect(page.getByRole("dialog", { name: "Account" }).getByText("This device")).toBeVisible();
}

/** Calls of a function wait before they go. */
export async function delay(page: Page, kind: "query" | "mutation", name: string, waitMs: number): Promise<void> {
  await page.route(new RegExp(`/api/${kind}$`), async (route) => {
    if (route.request().postDataJSON().path === name) await new Promise((resolve) => setTimeout(resolve, waitMs));
    await route.fallback();
  });
}

/** Calls of a function fail as if the server had. */
export async function fail(page: Page, kind: "query" | "mutation", name: string): Promise<void> {
  await page.route(new RegExp(`/api/${kind}$`), (route) =>
    route.request().postDataJSON().path === name
      ? route.fulfill({ status: 500, json: { code: "internal" } })
      : route.fallback(),
  );
}
