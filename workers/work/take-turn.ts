import type { MiddlewareHandler } from "hono";
import { createMiddleware } from "hono/factory";
import { type SharedTurnLimits, SharedTurns } from "#app/lib/shared-turns.ts";
import type { AppEnv } from "#workers/http/request-context.ts";
import { refuseForWork } from "./pay-for-work.ts";

const WAITING = { waitingPerKey: 1000, turnMs: 60 } as const;
/** A request that has waited for this long is refused, ms. */
const WAIT_MS = 20_000;

export const takeRequestTurn = takeTurns({ perKey: 2, inAll: 3, ...WAITING });
/** Of sockets more run at once, because a thousand people at as many addresses may come back together. */
export const takeSocketTurn = takeTurns({ perKey: 3, inAll: 24, ...WAITING });

/**
 * On a server of one's own, has the requests of each address take turns, a few at a time. There, the Worker, the objects and D1 are one
 * thread, which receives nothing while any request goes from one to the other: a hundred requests that arrive together would make
 * everyone wait for all of them.
 */
function takeTurns(limits: SharedTurnLimits): MiddlewareHandler<AppEnv> {
  const turns = new SharedTurns(limits);
  return createMiddleware<AppEnv>(async (c, next) => {
    if (c.env.PASSWORD_HASHER === undefined) return next();
    const startMs = Date.now();
    const turn = turns.add(c.var.requestContext.address, startMs);
    if (turn === null) return refuseForWork(c, 1);
    try {
      while (!turns.ask(turn, Date.now())) {
        if (Date.now() - startMs > WAIT_MS) return refuseForWork(c, 1);
        await scheduler.wait(turns.askAgainAfterMs(turn));
      }
      await next();
    } finally {
      turns.end(turn);
    }
  });
}
