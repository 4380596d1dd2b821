import { timingSafeEqual } from "node:crypto";
import { type Context, Hono } from "hono";
import { createMiddleware } from "hono/factory";
import { readStatistics } from "#db/queries/statistics.ts";
import { hashToken } from "#workers/crypto/hash-token.ts";
import { failure } from "#workers/http/failure.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readBuild } from "#workers/http/read-build.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { formatMetrics } from "#workers/metrics/metrics.ts";

/** A scraper sends the operator's token. A superadmin may open the pages in a browser. For others they do not exist. */
const requireOperator = createMiddleware<AppEnv>(async (c, next) => {
  const isOperator = hasOperatorToken(c) || (await c.var.requestContext.user())?.type === "superadmin";
  return isOperator ? next() : failure("not-found");
});

/** Whether the server is ready, and its metrics. */
export const operatorRoutes = new Hono<AppEnv>()
  .get("/healthz", requireOperator, reportHealth)
  .get("/metrics", requireOperator, reportMetrics);

/** Ready means that the database and the storage answer. */
async function reportHealth(c: Context<AppEnv>): Promise<Response> {
  const { env } = c.var.requestContext;
  const build = await readBuild();
  try {
    await Promise.all([env.DB.prepare("select 1").first(), env.MEDIA.head("health")]);
    return c.json({ ready: true, build }, 200, NO_STORE);
  } catch (error) {
    logError("health", error);
    return c.json({ ready: false, build }, 503, NO_STORE);
  }
}

async function reportMetrics(c: Context<AppEnv>): Promise<Response> {
  const { rooms, present, users, audioFiles, audioBytes, openUploads } = await readStatistics(c.var.requestContext.db);
  const text = formatMetrics({
    tutti_rooms: rooms,
    tutti_people_present: present,
    tutti_users: users,
    tutti_audio_files: audioFiles,
    tutti_storage_bytes: audioBytes,
    tutti_uploads_open: openUploads,
  });
  return c.text(text, 200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", ...NO_STORE });
}

function hasOperatorToken(c: Context<AppEnv>): boolean {
  const { OPERATOR_TOKEN } = c.env;
  const given = /^Bearer (.+)$/.exec(c.req.header("Authorization") ?? "")?.[1];
  if (!OPERATOR_TOKEN || !given) return false;
  // hashes have the same length, which a comparison in constant time needs
  return timingSafeEqual(Buffer.from(hashToken(given)), Buffer.from(hashToken(OPERATOR_TOKEN)));
}
