import type { BrowserContext, Locator, Page } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import { test } from "./test.ts";

export type Locale = "en" | "ru";

export type Language = {
  readonly locale: Locale;
  /** All texts of the interface. Tests find buttons and fields with them. */
  readonly texts: (typeof resources)[Locale];
  /** The text in this language. */
  readonly inLanguage: (english: string, russian: string) => string;
};

/** Chromium logs the requests that the tests of error texts let fail. */
const FAILED_REQUESTS = /status of (400|403|404|409|500|503|560)/;

/** Flows of several people need one test for both languages: each person uses another one. */
export const LANGUAGES: Readonly<Record<Locale, Language>> = {
  en: { locale: "en", texts: resources.en, inLanguage: (english) => english },
  ru: { locale: "ru", texts: resources.ru, inLanguage: (_, russian) => russian },
};

/** Declares tests whose page is in the language. */
export function describeIn(locale: Locale, declareTests: (language: Language) => void): void {
  test.describe(() => {
    test.beforeEach(async ({ context, baseURL, allowConsoleErrors }) => {
      allowConsoleErrors(FAILED_REQUESTS);
      await setLanguage(context, locale, baseURL);
    });
    declareTests(LANGUAGES[locale]);
  });
}

/** Pages of the context appear in the language. */
export async function setLanguage(context: BrowserContext, locale: Locale, baseURL: string | undefined): Promise<void> {
  await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
}

/** The visible text that contains this text. Two elements may have it: a notice and what a screen reader speaks. */
export function visibleText(scope: Page | Locator, content: string): Locator {
  return scope.getByText(content).locator("visible=true").first();
}
