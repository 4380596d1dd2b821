import { setTimeout as wait } from "node:timers/promises";
import type { Locator, Page } from "@playwright/test";
import { ERROR_CODES, type ErrorCode } from "#app/domain/errors.ts";
import { uploads } from "#app/i18n/en/uploads.ts";
import { resources } from "#app/i18n/resources.server.ts";

/** The state of one file in the upload dialog. */
export type UploadLine = { readonly isDone: boolean; readonly error: ErrorCode | "unknown-text" | null };

const { errors } = resources.en;
const POLL_INTERVAL_MS = 1000;

/** Drops files on the page all at once. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  // Only a file field turns paths into files. This field is not part of the app.
  await page.evaluate(() => {
    const field = document.createElement("input");
    field.type = "file";
    field.multiple = true;
    field.hidden = true;
    field.id = "dropped-files";
    document.body.append(field);
  });
  await page.locator("#dropped-files").setInputFiles([...paths]);
  await page.evaluate(() => {
    const field = document.querySelector<HTMLInputElement>("#dropped-files");
    const transfer = new DataTransfer();
    for (const file of field?.files ?? []) transfer.items.add(file);
    field?.remove();
    for (const type of ["dragenter", "dragover", "drop"])
      window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, cancelable: true }));
  });
}

/**
 * Waits until every file is finished, or until nothing has changed for `stallMs`. Returns the states in the order of the
 * drop.
 */
export async function waitForResults(dialog: Locator, stallMs: number): Promise<readonly UploadLine[]> {
  let previous = "";
  for (let changedAtMs = Date.now(); ; ) {
    const lines = await readLines(dialog);
    const isFinished = lines.length > 0 && lines.every(({ isDone, error }) => isDone || error !== null);
    if (isFinished || Date.now() - changedAtMs > stallMs) return lines;
    const current = JSON.stringify(lines);
    if (current !== previous) changedAtMs = Date.now();
    previous = current;
    await wait(POLL_INTERVAL_MS);
  }
}

async function readLines(dialog: Locator): Promise<readonly UploadLine[]> {
  const items = await dialog.getByRole("listitem").evaluateAll((elements) =>
    elements.map((item) => ({
      text: item.textContent ?? "",
      alert: item.querySelector("[role=alert]")?.textContent ?? null,
    })),
  );
  return items.map(({ text, alert }) => ({
    isDone: alert === null && text.includes(uploads.done),
    error: alert === null ? null : (ERROR_CODES.find((code) => errors[code] === alert) ?? "unknown-text"),
  }));
}
