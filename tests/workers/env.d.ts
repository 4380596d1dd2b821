import type { D1Migration } from "cloudflare:test";
// the bindings are declared where the Worker is
import type {} from "#workers/env.ts";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
    }
  }
}

declare module "vitest" {
  interface ProvidedContext {
    audioFiles: Record<string, string>;
  }
}
