import "i18next";
import type { texts as account } from "./en/account-texts.ts";
import type { texts as dev } from "./en/dev-texts.ts";
import type { texts as help } from "./en/help-texts.ts";
import type { texts as room } from "./en/room-texts.ts";
import type { texts } from "./en/texts.ts";
import type { texts as tracks } from "./en/tracks-texts.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: typeof texts & typeof room & typeof tracks & typeof account & typeof help & typeof dev;
  }
}
