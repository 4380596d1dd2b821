import type { D1Migration } from "cloudflare:test";
// declares the bindings of the Worker
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
    /** The files of `tests/fixtures/audio` by name, in Base64. */
    audioFiles: Record<string, string>;
  }
}
