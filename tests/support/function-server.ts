import { vi } from "vitest";
import { fail, type Result } from "#app/domain/result.ts";
import { type FunctionCall, type FunctionResponse, STATUS_FUNCTION_ERROR } from "#app/protocol/function-envelope.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "#app/server-client/functions.ts";
import { createMemoryStorage } from "./memory-storage.ts";

type Answer<Name extends FunctionName> = (
  args: FunctionArgs<Name>,
) => Result<FunctionValue<Name>> | Promise<Result<FunctionValue<Name>>>;

/** The answers of a server's functions. The refusal `network` is a lost connection. A test may replace them at any time. */
export type Answers = { [Name in FunctionName]?: Answer<Name> };

export type FunctionServer = {
  /** The calls in the order in which they arrived. */
  readonly calls: readonly { readonly path: string; readonly args: unknown }[];
  readonly paths: () => readonly string[];
  /** The arguments of the calls of one function. */
  readonly argsOf: <Name extends FunctionName>(path: Name) => readonly FunctionArgs<Name>[];
};

/**
 * Answers the function calls of the code under test in place of a server.
 * @param serveOther answers all other requests
 */
export function serveFunctions(
  answers: Answers,
  serveOther: (url: string, options: RequestInit) => Promise<Response> = refuseOther,
): FunctionServer {
  const calls: { readonly path: string; readonly args: unknown }[] = [];
  vi.stubGlobal("sessionStorage", createMemoryStorage());
  vi.stubGlobal("fetch", async (url: string, options: RequestInit = {}) => {
    if (!/^\/api\/(query|mutation|action)$/.test(url)) return serveOther(url, options);
    const { path, args } = JSON.parse(String(options.body)) as FunctionCall;
    calls.push({ path, args });
    return toResponse(await answer(answers, path, args));
  });
  return {
    calls,
    paths: () => calls.map(({ path }) => path),
    argsOf: <Name extends FunctionName>(name: Name) =>
      // the page's own code has checked the arguments of each function
      calls.filter(({ path }) => path === name).map(({ args }) => args as FunctionArgs<Name>),
  };
}

async function answer(answers: Answers, path: string, args: unknown): Promise<Result<unknown>> {
  // the table has the answer of each function under its name
  const found = answers[path as FunctionName] as ((args: unknown) => Result<unknown> | Promise<Result<unknown>>) | undefined;
  if (found) return found(args);
  // fails the test, see quiet-console.ts
  console.error(`the test has no answer for ${path}`);
  return fail("not-found");
}

function toResponse(result: Result<unknown>): Response {
  if (result.ok) {
    const success: FunctionResponse<unknown> = { status: "success", value: result.value, logLines: [] };
    return Response.json(success);
  }
  if (result.error === "network") throw new TypeError("Failed to fetch");
  const failure: FunctionResponse<unknown> = {
    ...{ status: "error", errorMessage: "Refused", logLines: [] },
    errorData: { code: result.error },
  };
  return Response.json(failure, { status: STATUS_FUNCTION_ERROR });
}

async function refuseOther(url: string): Promise<Response> {
  console.error(`the test has no answer for ${url}`);
  return new Response(null, { status: 404 });
}
