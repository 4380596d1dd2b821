import type { ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { useTranslation } from "#app/i18n/use-translation.ts";

/**
 * Gives React Aria's own texts the language of the page: the labels of an overlay's hidden close buttons. Each overlay has one
 * of these instead of the page, because most pages are shown without React Aria.
 */
export function AriaLanguage({ children }: { readonly children: ReactNode }) {
  const { language } = useTranslation();
  return <I18nProvider locale={language === "ru" ? "ru-RU" : "en-US"}>{children}</I18nProvider>;
}
