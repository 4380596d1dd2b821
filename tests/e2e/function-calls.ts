import type { Page } from "@playwright/test";
import type { ErrorCode } from "#app/domain/errors.ts";
import { type FunctionFailure, type FunctionKind, STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";

/** Holds the page's calls of a backend function back until the returned function is called. Later calls pass. */
export async function holdFunction(page: Page, kind: FunctionKind, name: string): Promise<() => void> {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(new RegExp(`/api/${kind}$`), async (route) => {
    if (route.request().postDataJSON().path === name) await released;
    await route.fallback();
  });
  return release;
}

/** Answers the page's calls of a backend function with status 500. */
export async function failFunction(page: Page, kind: FunctionKind, name: string): Promise<void> {
  await page.route(new RegExp(`/api/${kind}$`), (route) =>
    route.request().postDataJSON().path === name
      ? route.fulfill({ status: 500, json: { code: "internal" } })
      : route.fallback(),
  );
}

/** Refuses the page's calls of a backend function. */
export async function refuseFunction(page: Page, kind: FunctionKind, name: string, code: ErrorCode): Promise<void> {
  const json: FunctionFailure = { status: "error", errorMessage: "", errorData: { code }, logLines: [] };
  await page.route(new RegExp(`/api/${kind}$`), (route) =>
    route.request().postDataJSON().path === name ? route.fulfill({ status: STATUS_FUNCTION_ERROR, json }) : route.fallback(),
  );
}

/** Changes the value that the page receives from `users.getCurrentUser`. */
export async function overrideCurrentUser(page: Page, changes: object): Promise<void> {
  await page.route(/\/api\/query$/, async (route) => {
    if (route.request().postDataJSON().path !== "users.getCurrentUser") return route.fallback();
    const response = await route.fetch();
    const body = await response.json();
    await route.fulfill({ response, json: { ...body, value: { ...body.value, ...changes } } });
  });
}
