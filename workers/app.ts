import { createRequestHandler } from "@remix-run/cloudflare";
import { Hono } from "hono";
import { exportRoutes } from "./account/export-routes.ts";
import { authRoutes } from "./auth/auth-routes.ts";
import { offeredProviders } from "./auth/offered-providers.ts";
import { passwordRoutes } from "./auth/password-routes.ts";
import { profileRoutes } from "./auth/profile-routes.ts";
import { providerRoutes } from "./auth/provider-routes.ts";
import { callFunction } from "./functions/call.ts";
import { functionRoutes } from "./functions/function-routes.ts";
import { clearCacheRoutes } from "./http/clear-cache.ts";
import { failure } from "./http/failure.ts";
import { logFault } from "./http/log.ts";
import { sweep } from "./jobs/sweep.ts";
import { lobbySocketRoute } from "./lobby/lobby-socket-route.ts";
import { avatarRoutes } from "./media/avatar-routes.ts";
import { coverRoutes } from "./media/cover-routes.ts";
import { linkRoutes } from "./media/link-routes.ts";
import { mediaRoutes } from "./media/media-routes.ts";
import { uploadRoutes } from "./media/upload-routes.ts";
import { originCheck } from "./middleware/origin-check.ts";
import { pageCaching } from "./middleware/page-caching.ts";
import { scope } from "./middleware/scope.ts";
import { securityHeaders } from "./middleware/security-headers.ts";
import type { AppEnv } from "./request-scope.ts";
import { roomSocketRoute } from "./room/room-socket-route.ts";

export { Lobby } from "./lobby/lobby-object.ts";
export { Room } from "./room/room-object.ts";

const app = new Hono<AppEnv>();

app.use(scope);
app.get("/api/rooms/:id/socket", roomSocketRoute);
app.get("/api/lobby/socket", lobbySocketRoute);
app.use(securityHeaders);
app.use(originCheck);

app.get("/api/health", (c) => c.json({ ok: true }, 200, { "Cache-Control": "no-store" }));
app.route("/", authRoutes);
app.route("/", providerRoutes);
app.route("/", passwordRoutes);
app.route("/", profileRoutes);
app.route("/", clearCacheRoutes);
app.route("/", functionRoutes);
app.route("/", uploadRoutes);
app.route("/", linkRoutes);
app.route("/", coverRoutes);
app.route("/", avatarRoutes);
app.route("/", exportRoutes);
app.route("/", mediaRoutes);
app.all("/api/*", () => failure("not-found"));
app.all("/media/*", () => failure("not-found"));
// an existing asset never gets here; the name of an old one must not be kept as missing
app.get("/assets/*", (c) => c.text("Not Found", 404, { "Cache-Control": "no-store" }));

app.all("*", pageCaching, async (c) => {
  // imported on first use, so that sockets and bytes never wait for it
  const build = await import("virtual:remix/server-build");
  const handler = createRequestHandler(build, import.meta.env?.MODE ?? "production");
  const opened = c.var.scope;
  return handler(c.req.raw, {
    nonce: opened.nonce,
    origin: new URL(c.req.url).origin,
    providers: offeredProviders(c.env),
    user: opened.user,
    call: (name, args) => callFunction(opened, name, args),
  });
});

app.onError((error, c) => {
  logFault("request", error, { method: c.req.method, path: new URL(c.req.url).pathname });
  return failure("internal");
});

export default {
  fetch: app.fetch,
  scheduled: (_, env, execution) => execution.waitUntil(sweep(env, Date.now())),
} satisfies ExportedHandler<Env>;
