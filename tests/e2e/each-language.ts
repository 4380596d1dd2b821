import type { Locator, Page } from "@playwright/test";
import { resources } from "#app/i18n/resources.server.ts";
import { test } from "./test.ts";

const LOCALES = ["en", "ru"] as const;
export type Locale = (typeof LOCALES)[number];

export type Language = {
  readonly locale: Locale;
  /** All texts of the interface. Tests find buttons and fields with them. */
  readonly texts: (typeof resources)[Locale];
  /** The text in this language. */
  readonly inLanguage: (english: string, russian: string) => string;
};

/** Chromium logs the requests that the tests of error texts let fail. */
const FAILED_REQUESTS = /status of (400|403|404|409|500|503|560)/;

/** Declares tests that run in English and in Russian. Their titles must contain the locale. */
export function forEachLanguage(declareTests: (language: Language) => void): void {
  for (const locale of LOCALES) {
    test.describe(() => {
      test.beforeEach(async ({ context, baseURL, allowConsoleErrors }) => {
        allowConsoleErrors(FAILED_REQUESTS);
        await context.addCookies([{ name: "locale", value: locale, url: baseURL ?? "" }]);
      });
      const inLanguage = (english: string, russian: string) => (locale === "en" ? english : russian);
      declareTests({ locale, texts: resources[locale], inLanguage });
    });
  }
}

/** The visible text that contains this text. Two elements may have it: a notice and what a screen reader speaks. */
export function visibleText(scope: Page | Locator, content: string): Locator {
  return scope.getByText(content).locator("visible=true").first();
}
