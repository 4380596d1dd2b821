import { help } from "./help.ts";

export const texts = { help } as const;
