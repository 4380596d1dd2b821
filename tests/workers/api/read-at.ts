import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import type { Client } from "#tests/workers/support/client.ts";

export async function timestampOf(client: Client): Promise<string> {
  return (await (await client.post("/api/query_ts", {})).json<{ ts: string }>()).ts;
}

/** The value of a query at a timestamp, or the code of its refusal. */
export async function readAt(client: Client, path: string, args: object, ts: string): Promise<unknown> {
  const response = await (await client.post("/api/query_at_ts", { path, args, ts })).json<FunctionResponse<unknown>>();
  return response.status === "success" ? response.value : (response.errorData?.code ?? "internal");
}
