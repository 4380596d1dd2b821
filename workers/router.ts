import { Hono } from "hono";
import { avatarRoutes } from "#workers/accounts/avatar/avatar-routes.ts";
import { exportRoutes } from "#workers/accounts/export/export-routes.ts";
import { passwordRoutes } from "#workers/accounts/passwords/password-routes.ts";
import { profileRoutes } from "#workers/accounts/profile/profile-routes.ts";
import { providerRoutes } from "#workers/accounts/providers/provider-routes.ts";
import { authRoutes } from "#workers/accounts/sign-in/auth-routes.ts";
import { loadSession } from "#workers/accounts/sign-in/load-session.ts";
import { functionRoutes } from "#workers/api/function-routes.ts";
import { timestampRoutes } from "#workers/api/timestamp-routes.ts";
import { addressCheck } from "#workers/http/address-check.ts";
import { clearCacheRoutes } from "#workers/http/clear-cache-routes.ts";
import { drainBody } from "#workers/http/drain-body.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { originCheck } from "#workers/http/origin-check.ts";
import { pageCaching } from "#workers/http/page-caching.ts";
import { provideRequestContext } from "#workers/http/provide-request-context.ts";
import { describeRoute, recordRequest } from "#workers/http/record-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { securityHeaders } from "#workers/http/security-headers.ts";
import { shareRoutes } from "#workers/http/share-routes.ts";
import { toErrorCode } from "#workers/http/to-error-code.ts";
import { importRoutes } from "#workers/imports/batches/item-routes.ts";
import { linkRoutes } from "#workers/imports/link-routes.ts";
import { liveSocketRoute } from "#workers/live-client/live-socket-route.ts";
import { lobbySocketRoute } from "#workers/lobby-client/lobby-socket-route.ts";
import { mediaRoutes } from "#workers/media/media-routes.ts";
import { operatorRoutes } from "#workers/operator/operator-routes.ts";
import { roomSocketRoute, roomTicketRoute } from "#workers/rooms/room-socket-route.ts";
import { coverRoutes } from "#workers/tracks/cover-routes.ts";
import { uploadRoutes } from "#workers/uploads/upload-routes.ts";
import { payForRequest } from "#workers/work/pay-for-work.ts";
import { takeRequestTurn, takeSocketTurn } from "#workers/work/take-turn.ts";
import { pageRoute } from "./page-route.ts";

/** All routes of the Worker, pages included. */
export const router = new Hono<AppEnv>();

router.use(provideRequestContext(loadSession));
router.use(recordRequest);
router.use(securityHeaders);
router.use(drainBody);
router.use(addressCheck);
router.get("/api/health", (c) => c.json({ ok: true }, 200, NO_STORE));
router.get("/api/rooms/:id/socket", takeSocketTurn, roomSocketRoute);
router.get("/api/lobby/socket", takeSocketTurn, lobbySocketRoute);
router.get("/api/:version/sync", takeSocketTurn, liveSocketRoute);
router.use(takeRequestTurn);
router.route("/", shareRoutes);
router.use(originCheck);

router.use("/api/*", payForRequest);
router.use("/media/*", payForRequest);
router.get("/api/rooms/:id/ticket", roomTicketRoute);
router.route("/", operatorRoutes);
router.route("/", authRoutes);
router.route("/", providerRoutes);
router.route("/", passwordRoutes);
router.route("/", profileRoutes);
router.route("/", clearCacheRoutes);
router.route("/", functionRoutes);
router.route("/", timestampRoutes);
router.route("/", uploadRoutes);
router.route("/", linkRoutes);
router.route("/", importRoutes);
router.route("/", coverRoutes);
router.route("/", avatarRoutes);
router.route("/", exportRoutes);
router.route("/", mediaRoutes);
router.all("/api/*", () => failure("not-found"));
router.all("/media/*", () => failure("not-found"));
// existing assets are served without the Worker; no cache may remember that another deployment's asset was missing
router.get("/assets/*", (c) => c.text("Not Found", 404, NO_STORE));

router.all("*", pageCaching, pageRoute);

router.onError((error, c) => {
  logError("request", error, { method: c.req.method, route: describeRoute(c) });
  return failure(toErrorCode(error));
});
