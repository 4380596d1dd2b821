import "i18next";
import type { dev } from "./en/dev.ts";
import type { texts } from "./en/texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: typeof texts & { readonly dev: typeof dev };
  }
}
