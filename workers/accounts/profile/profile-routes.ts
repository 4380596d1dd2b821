import { Hono } from "hono";
import { z } from "zod";
import type { SessionAnswer } from "#app/protocol/http.ts";
import { makeTicket } from "#workers/accounts/sign-in/socket-ticket.ts";
import { failure } from "#workers/http/failure.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv } from "#workers/http/request-context.ts";

const text = z.string().max(300).optional();
const changeSchema = z.object({ name: text, username: text, email: text });

const NO_STORE = { "Cache-Control": "no-store" };

/** What a session tells after a change, and what it opens (SPEC §7). */
export const profileRoutes = new Hono<AppEnv>()
  // a session names its user and keeps nothing of them: whatever the body says, the answer is how they are now
  .post("/api/auth/update-session", async (c) => {
    const session = await c.var.requestContext.session();
    if (!session) return failure("login-required", { texts: "auth.errors" });
    if (!changeSchema.safeParse(await readJson(c.req.raw)).success) return failure("malformed-request");
    const answer: SessionAnswer = { user: session.user };
    return c.json(answer, 200, NO_STORE);
  })

  .get("/api/ably/token", async (c) => {
    const { env, nowMs, session } = c.var.requestContext;
    const signedIn = await session();
    if (!signedIn) return failure("login-required");
    return c.json(makeTicket(env, signedIn.id, nowMs), 200, NO_STORE);
  });
