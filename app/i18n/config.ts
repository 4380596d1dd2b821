export const LOCALES = ["en", "ru"] as const;
export type Locale = (typeof LOCALES)[number];

export function isLocale(value: unknown): value is Locale {
  return (LOCALES as readonly unknown[]).includes(value);
}

export const i18nConfig = {
  supportedLngs: [...LOCALES],
  fallbackLng: false,
  defaultNS: "shell",
  // texts are loaded before the first render
  react: { useSuspense: false },
  interpolation: { escapeValue: false },
} as const;
