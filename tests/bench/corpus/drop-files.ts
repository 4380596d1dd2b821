import type { Locator, Page } from "@playwright/test";
import { ERROR_CODES, type ErrorCode } from "#app/domain/errors.ts";
import { uploads } from "#app/i18n/en/uploads.ts";
import { resources } from "#app/i18n/resources.server.ts";

/** What the dialog says of one file. */
export type Line = { readonly isDone: boolean; readonly error: ErrorCode | "unknown-text" | null };

const { errors } = resources.en;
const EVERY_MS = 1000;

/** Lets files fall on the page all at once, as from a folder's window. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // only the browser itself can make files of paths: through a field that is not the product's
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.type = "file";
    field.multiple = true;
    field.hidden = true;
    field.id = "hand";
    document.body.append(field);
  });
  await page.locator("#hand").setInputFiles([...paths]);
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("#hand");
    const transfer = new DataTransfer();
    for (const file of field?.files ?? []) transfer.items.add(file);
    field?.remove();
    for (const type of ["dragenter", "dragover", "drop"])
      window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, cancelable: true }));
  });
}

/**
 * What the dialog says of each file, in the order of the drop, when it has come to an end with all. Where nothing has
 * moved for so long, the rest is taken to hang.
 */
export async function waitForAnswers(dialog: Locator, stillMs: number): Promise<readonly Line[]> {
  let said = "";
  for (let movedAtMs = Date.now(); ; ) {
    const lines = await readLines(dialog);
    const isThrough = lines.length > 0 && lines.every(({ isDone, error }) => isDone || error !== null);
    if (isThrough || Date.now() - movedAtMs > stillMs) return lines;
    const says = JSON.stringify(lines);
    if (says !== said) movedAtMs = Date.now();
    said = says;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function readLines(dialog: Locator): Promise<readonly Line[]> {
  const said = await dialog.getByRole("listitem").evaluateAll((items) =>
    items.map((item) => ({
      text: item.textContent ?? "",
      alert: item.querySelector("[role=alert]")?.textContent ?? null,
    })),
  );
  return said.map(({ text, alert }) => ({
    isDone: alert === null && text.includes(uploads.done),
    error: alert === null ? null : (ERROR_CODES.find((code) => errors[code] === alert) ?? "unknown-text"),
  }));
}
