import { cloudflare } from "@cloudflare/vite-plugin";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type UserConfig } from "vite";
import { createChunkNaming } from "./scripts/name-chunk.ts";
import { stripI18nextTables } from "./scripts/strip-i18next-tables.ts";
import { stripIconKeys } from "./scripts/strip-icon-keys.ts";

/**
 * Remix 2 starts a second Vite server with copies of all plugins; `server.hmr === false` identifies it. Only the first
 * server may start workerd.
 */
function onlyInMainDevServer(plugins: Plugin[]): Plugin[] {
  return plugins.map((plugin) => ({
    ...plugin,
    apply: (config: UserConfig, env: { command: string }) => env.command === "serve" && config.server?.hmr !== false,
  }));
}

/**
 * Remix 2 evaluates its manifest in Node to find out whether a route gained or lost a loader. This app's manifest can only
 * be evaluated in workerd. With an empty manifest every route is unknown, so that Remix refreshes its virtual modules on
 * each edit of a route, which is always correct.
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

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    // Leaves out React Aria's texts in languages that the app does not have.
    { ...optimizeLocales.vite({ locales: ["en-US", "ru-RU"] }), enforce: "pre" as const },
    stripIconKeys(),
    stripI18nextTables(),
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
        // all routes are known from the start: there are few, and the endpoint that finds them takes long for a hostile path
        v3_lazyRouteDiscovery: false,
        v3_routeConfig: true,
        // Bundles the routes' dependencies before the first page. Otherwise it reloads with "Invalid hook call".
        unstable_optimizeDeps: true,
      },
    }),
  ],
  server: {
    // Some editors truncate a file before they write it. Without this, Vite may read the empty file.
    watch: { awaitWriteFinish: { stabilityThreshold: 40, pollInterval: 10 } },
  },
  worker: { format: "es" as const },
  // The scanner cannot resolve `virtual:remix/server-build`. Without these entries the first page fails with "Invalid hook call".
  ...(command === "serve" && {
    environments: {
      ssr: {
        optimizeDeps: {
          // app/routes.ts is left out because it imports @remix-run/dev.
          entries: ["workers/app.ts", "app/entry.server.tsx", "app/root.tsx", "app/routes/**/*.{ts,tsx}"],
          include: ["react", "react/jsx-runtime", "react/jsx-dev-runtime", "react-dom/server"],
        },
      },
    },
  }),
  // One self-contained bundle for workerd.
  ...(command === "build" && {
    ssr: {
      target: "webworker" as const,
      noExternal: true as const,
      resolve: { conditions: ["workerd", "worker", "browser", "module", "production"] },
    },
    environments: { ssr: { resolve: { builtins: [/^node:/, /^cloudflare:/] } } },
  }),
  build: {
    // smaller than esbuild's output by 4 %
    minify: isSsrBuild || "terser",
    terserOptions: {
      module: true,
      safari10: false,
      // i18next calls these to explain itself in its debug mode
      compress: { passes: 3, ecma: 2020, pure_funcs: ["this.logger.log", "this.logger.warn"] },
    },
    target: "es2022",
    ...(!isSsrBuild && {
      rollupOptions: {
        output: {
          manualChunks: createChunkNaming(),
          // Otherwise the modules that a named one imports would join its chunk, such as the index of the icons with all of them.
          onlyExplicitManualChunks: true,
          // Smaller files join others. Each costs a request, and its name is in every page that may load it. In characters.
          experimentalMinChunkSize: 2000,
        },
      },
    }),
  },
}));
