import { cloudflare } from "@cloudflare/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type UserConfig } from "vite";

/**
 * Remix 2 starts a second Vite server, recognisable by `server.hmr === false`, with copies of all our plugins.
 * workerd must be started by the first one only.
 */
function onlyInMainDevServer(plugins: Plugin[]): Plugin[] {
  return plugins.map((plugin) => ({
    ...plugin,
    apply: (config: UserConfig, env: { command: string }) => env.command === "serve" && config.server?.hmr !== false,
  }));
}

/**
 * Remix 2 evaluates its manifest in Node to see whether a route gained or lost a loader; ours lives in workerd and
 * cannot be. "Unknown route" makes it refresh its virtual modules on every edit of a route, which is always right.
 */
function remixHmrInWorkerd(): Plugin {
  return {
    name: "remix-hmr-in-workerd",
    apply: "serve",
    configureServer(server) {
      const ssrLoadModule = server.ssrLoadModule.bind(server);
      server.ssrLoadModule = async (url, options) =>
        url === "virtual:remix/server-manifest" ? { default: { routes: {} } } : ssrLoadModule(url, options);
    },
  };
}

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    // the interface speaks two languages: React Aria's texts in the others stay out
    { ...optimizeLocales.vite({ locales: ["en-US", "ru-RU"] }), enforce: "pre" as const },
    onlyInMainDevServer(
      cloudflare({ viteEnvironment: { name: "ssr" }, persistState: { path: process.env.TUTTI_DATA ?? ".wrangler/state" } }),
    ),
    remixHmrInWorkerd(),
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
        v3_routeConfig: true,
        // bundles what the routes import before the first page; else it reloads, with "Invalid hook call"
        unstable_optimizeDeps: true,
      },
    }),
  ],
  server: {
    // editors empty a file and then write it: without this Vite may read it in between
    watch: { awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 } },
  },
  worker: { format: "es" as const },
  // the scanner cannot see through `virtual:remix/server-build`: without this the first page fails with "Invalid hook call"
  ...(command === "serve" && {
    environments: {
      ssr: {
        optimizeDeps: {
          // not app/routes.ts, which pulls in @remix-run/dev
          entries: ["workers/app.ts", "app/entry.server.tsx", "app/root.tsx", "app/routes/**/*.{ts,tsx}"],
          include: ["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom/server"],
        },
      },
    },
  }),
  // one self-contained bundle for workerd
  ...(command === "build" && {
    ssr: {
      target: "webworker" as const,
      noExternal: true as const,
      resolve: { conditions: ["workerd", "worker", "browser", "module", "production"] },
    },
    environments: { ssr: { resolve: { builtins: [/^node:/, /^cloudflare:/] } } },
  }),
  build: {
    minify: true,
    target: "es2022",
    modulePreload: {
      // lists of what a closed dialog would import weigh on every page; routes have theirs from Remix
      resolveDependencies: () => [],
    },
  },
}));
