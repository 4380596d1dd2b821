import { auth } from "./auth.ts";
import { dev } from "./dev.ts";

export const texts = { dev, auth };
