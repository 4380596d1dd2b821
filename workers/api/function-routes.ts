import { Hono } from "hono";
import { z } from "zod";
import {
  FUNCTION_KINDS,
  type FunctionKind,
  type FunctionResponse,
  type MalformedRequest,
  STATUS_FUNCTION_ERROR,
} from "#app/protocol/function-envelope.ts";
import { logError } from "#workers/http/log-error.ts";
import { NO_STORE } from "#workers/http/no-store.ts";
import { readJson } from "#workers/http/read-request.ts";
import type { AppEnv, RequestContext } from "#workers/http/request-context.ts";
import { type CallError, callByName } from "./dispatch.ts";

const callSchema = z.object({
  path: z.string().min(1).max(200),
  format: z.literal("json").optional(),
  args: z.union([z.record(z.string(), z.unknown()), z.tuple([z.record(z.string(), z.unknown())]), z.tuple([])]).optional(),
});

/** The functions for browsers and scripts: one path per kind, and one that accepts any kind. */
export const functionRoutes = new Hono<AppEnv>()
  .post(`/api/:kind{${FUNCTION_KINDS.join("|")}}`, (c) =>
    answer(c.var.requestContext, c.req.raw, c.req.param("kind") as FunctionKind),
  )
  .post("/api/function", (c) => answer(c.var.requestContext, c.req.raw, null));

async function answer(requestContext: RequestContext, request: Request, kind: FunctionKind | null): Promise<Response> {
  const parsed = callSchema.safeParse(await readJson(request));
  if (!parsed.success) {
    const body: MalformedRequest = {
      code: "malformed-request",
      message: 'Send JSON like {"path": "rooms:get", "format": "json", "args": {"id": "…"}}',
    };
    return Response.json(body, { status: 400, headers: NO_STORE });
  }
  const { path, args = {} } = parsed.data;
  try {
    const result = await callByName(requestContext, { path, kind, args: Array.isArray(args) ? (args[0] ?? {}) : args });
    if (!result.ok) return refused(path, result.error);
    const body: FunctionResponse<unknown> = { status: "success", value: result.value ?? null, logLines: [] };
    return Response.json(body, { headers: NO_STORE });
  } catch (error) {
    logError("function", error, { path });
    const body: FunctionResponse<never> = { status: "error", errorMessage: "Internal Server Error", logLines: [] };
    return Response.json(body, { status: STATUS_FUNCTION_ERROR, headers: NO_STORE });
  }
}

function refused(path: string, { code, detail }: CallError): Response {
  if (code === "unknown-function") {
    const body: MalformedRequest = { code, message: `There is no function ${path} of this kind` };
    return Response.json(body, { status: 404, headers: NO_STORE });
  }
  const body: FunctionResponse<never> = { status: "error", errorMessage: detail ?? code, errorData: { code }, logLines: [] };
  return Response.json(body, { status: STATUS_FUNCTION_ERROR, headers: NO_STORE });
}
