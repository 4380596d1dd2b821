import { ConvexClient } from "convex/browser";
import { makeFunctionReference } from "convex/server";
import { ConvexError } from "convex/values";
import { type ErrorCode, isErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "./functions.ts";

/** Subscriptions to queries. They share one socket, which acts for the session of the page's cookie. */
export type LiveQueries = {
  /** Calls `onResult` with the first result, and with each one that differs from it. Returns the function that ends this. */
  subscribe<Name extends FunctionName>(
    path: Name,
    args: FunctionArgs<Name>,
    onResult: (result: Result<FunctionValue<Name>>) => void,
  ): () => void;
  close(): void;
};

/** Connects at once, and again after each lost connection. */
export function openLiveQueries(): LiveQueries {
  const client = new ConvexClient(location.origin, {
    skipConvexDeploymentUrlCheck: true,
    unsavedChangesWarning: false,
    logger: false,
  });
  return {
    subscribe(path, args, onResult) {
      // the client takes the part before the colon for a module; the types are those of the server's registry
      const name = path.replace(".", ":");
      const reference = makeFunctionReference<"query", Record<string, unknown>, FunctionValue<typeof path>>(name);
      return client.onUpdate(
        reference,
        args as Record<string, unknown>,
        (value) => onResult(ok(value)),
        (error) => onResult(fail(readCode(error))),
      );
    },
    close: () => void client.close(),
  };
}

function readCode(error: Error): ErrorCode {
  const data: unknown = error instanceof ConvexError ? error.data : null;
  const code = data !== null && typeof data === "object" && "code" in data ? data.code : null;
  return isErrorCode(code) ? code : "internal";
}
