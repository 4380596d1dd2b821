import "i18next";
import type { texts as account } from "#app/i18n/en/account-texts.ts";
import type { texts as dev } from "#app/i18n/en/dev-texts.ts";
import type { texts as help } from "#app/i18n/en/help-texts.ts";
import type { texts as room } from "#app/i18n/en/room-texts.ts";
import type { texts } from "#app/i18n/en/texts.ts";
import type { texts as tracks } from "#app/i18n/en/tracks-texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: typeof texts & typeof room & typeof tracks & typeof account & typeof help & typeof dev;
  }
}
