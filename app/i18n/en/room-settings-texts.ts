import { roomSettings } from "./room-settings.ts";

export const texts = { roomSettings } as const;
