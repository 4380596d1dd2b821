import { defineConfig } from "vitest/config";
import { TEST_LIMITS } from "./tests/support/test-limits.ts";

export default defineConfig({
  test: {
    // Test files spend time waiting for their runtime, so there is one more of them at once than there are cores.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: "unit",
          environment: "node",
          include: [
            "tests/{scripts,docs,db,domain,imports,protocol,server-client,app-state,audio,features,i18n,lib,routes,service-worker,sound-card,ui}/**/*.test.ts",
          ],
          setupFiles: ["tests/support/quiet-console.ts"],
          // a process for each file would take as long as the tests
          isolate: false,
          ...TEST_LIMITS,
        },
      },
      {
        test: {
          // they measure their processor time, so they run in a process of their own, after the others
          sequence: { groupOrder: 1 },
          name: "hostile",
          environment: "node",
          include: ["tests/hostile/**/*.test.ts"],
          setupFiles: ["tests/support/quiet-console.ts"],
          ...TEST_LIMITS,
        },
      },
      {
        test: {
          name: "simulation",
          environment: "node",
          include: ["tests/simulation/**/*.test.ts"],
          setupFiles: ["tests/support/quiet-console.ts"],
          ...TEST_LIMITS,
        },
      },
      "vitest.workers.config.ts",
    ],
  },
});
