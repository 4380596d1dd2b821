import { Hono } from "hono";
import { z } from "zod";
import { WORK_COSTS } from "#app/domain/access/work-budget.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import type { Result } from "#app/domain/result.ts";
import {
  FUNCTION_KINDS,
  type FunctionFailure,
  type FunctionKind,
  type MalformedRequest,
  STATUS_FUNCTION_ERROR,
} from "#app/protocol/function-envelope.ts";
import { errorSentence } from "#workers/http/error-sentence.ts";
import { failure, retryAfter } from "#workers/http/failure.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";
import { beginWork, findPayer } from "#workers/work/pay-for-work.ts";
import { callForClient } from "./call-for-client.ts";
import { decodeArgs } from "./decode-args.ts";
import { type CallError, callByName } from "./dispatch.ts";

const argsSchema = z.record(z.string().max(100), z.unknown());
const callSchema = z.object({
  path: z.string().min(1).max(200),
  format: z.enum(["json", "convex_encoded_json"]).optional(),
  args: z.union([argsSchema, z.tuple([argsSchema]), z.tuple([])]).optional(),
  ts: z.string().max(100).optional(),
});

/** A call of a function by its path. `ts` is the timestamp of a consistent read. */
export type ParsedCall = { readonly path: string; readonly args: unknown; readonly ts: string | undefined };

/** The functions for browsers and scripts: one path per kind, and one that accepts any kind. */
export const functionRoutes = new Hono<AppEnv>()
  .post(`/api/:kind{(?:${FUNCTION_KINDS.join("|")})}`, (c) =>
    answer(c.var.requestContext, c.req.raw, c.req.param("kind") as FunctionKind),
  )
  .post("/api/function", (c) => answer(c.var.requestContext, c.req.raw, null));

async function answer(requestContext: RequestContext, request: Request, kind: FunctionKind | null): Promise<Response> {
  const call = await readCall(request);
  if (call instanceof Response) return call;
  return answerCall(requestContext, call, () => callByName(requestContext, { ...call, kind }));
}

/** The call in a request's body, or the response that refuses it. */
export async function readCall(request: Request): Promise<ParsedCall | Response> {
  const input = await readJson(request);
  if (!input.ok) return failure(input.error);
  const parsed = callSchema.safeParse(input.value);
  if (!parsed.success) {
    const body: MalformedRequest = {
      code: "malformed-request",
      message: 'Send JSON like {"path": "rooms:get", "format": "json", "args": {"id": "…"}}',
    };
    return Response.json(body, { status: 400, headers: NO_STORE });
  }
  const { path, format, args = {}, ts } = parsed.data;
  const object = Array.isArray(args) ? (args[0] ?? {}) : args;
  return { path, args: format === "convex_encoded_json" ? decodeArgs(object) : object, ts };
}

/** Runs a call that a request makes, if its payer owes no work, and describes its outcome in a response. */
export async function answerCall(
  requestContext: RequestContext,
  { path }: ParsedCall,
  call: () => Promise<Result<unknown, CallError>>,
): Promise<Response> {
  const payer = await findPayer(requestContext);
  const waitSec = beginWork(payer, WORK_COSTS.call);
  if (waitSec !== null) return refuse("too-many-requests", { "Retry-After": String(waitSec) });
  const outcome = await callForClient(requestContext, { path, call });
  if (outcome.status === "success") {
    const body = JSON.stringify(outcome);
    isolateWork.charge(payer, body.length * WORK_COSTS.byte, Date.now());
    return new Response(body, { headers: { ...NO_STORE, "Content-Type": "application/json" } });
  }
  const { errorMessage, errorData } = outcome;
  if (errorData?.code === "unknown-function") {
    const body: MalformedRequest = { code: errorData.code, message: errorMessage };
    return Response.json(body, { status: 404, headers: NO_STORE });
  }
  const headers = { ...NO_STORE, ...(errorData && retryAfter(errorData.code)) };
  return Response.json(outcome, { status: STATUS_FUNCTION_ERROR, headers });
}

/** The response to a call that did not run. */
function refuse(code: ErrorCode, headers: Readonly<Record<string, string>>): Response {
  const outcome = { status: "error", errorMessage: errorSentence(code, "en"), errorData: { code }, logLines: [] } as const;
  return Response.json(outcome satisfies FunctionFailure, {
    status: STATUS_FUNCTION_ERROR,
    headers: { ...NO_STORE, ...headers },
  });
}
