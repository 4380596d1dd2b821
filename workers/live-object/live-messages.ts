import { z } from "zod";
import type { FunctionResponse } from "#app/protocol/function-envelope.ts";
import { decodeTimestamp } from "#workers/live-contract/timestamp.ts";

// The sync protocol of the `convex` package, version 1.48, `src/browser/sync/protocol.ts`: JSON, one message per frame.

const id = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
const path = z.string().min(1).max(200);
const args = z.array(z.record(z.string().max(100), z.unknown())).max(1);
/** A message ends with fields that the server does not use. */
const message = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });

const timestamp = z
  .string()
  .max(20)
  .transform((encoded, context) => {
    const decoded = decodeTimestamp(encoded);
    if (decoded !== null) return decoded;
    context.addIssue("not a timestamp");
    return z.NEVER;
  });

const addSchema = message("Add", { queryId: id, udfPath: path, args });
const removeSchema = message("Remove", { queryId: id });

const clientMessageSchema = z.discriminatedUnion("type", [
  message("Connect", {
    sessionId: z.string().min(1).max(100),
    connectionCount: id,
    clientTs: z.number().min(-1e15).max(1e15),
    maxObservedTimestamp: timestamp.optional(),
  }),
  message("Authenticate", {
    tokenType: z.enum(["User", "None", "Admin"]),
    value: z.string().max(4000).optional(),
    baseVersion: id,
  }),
  message("ModifyQuerySet", {
    baseVersion: id,
    newVersion: id,
    modifications: z.array(z.discriminatedUnion("type", [addSchema, removeSchema])).max(1000),
  }),
  message("Mutation", { requestId: id, udfPath: path, args }),
  message("Action", { requestId: id, udfPath: path, args }),
  message("Event", { eventType: z.string().max(200) }),
]);

export type QueryAddition = z.infer<typeof addSchema>;
export type LiveClientMessage = z.infer<typeof clientMessageSchema>;
export type ClientMessageOf<Type extends LiveClientMessage["type"]> = Extract<LiveClientMessage, { type: Type }>;

/** Null if the frame is not a message of the protocol. */
export function parseClientMessage(raw: string | ArrayBuffer): LiveClientMessage | null {
  if (typeof raw !== "string") return null;
  try {
    return clientMessageSchema.parse(JSON.parse(raw));
  } catch {
    return null;
  }
}

/** The state of a connection that a transition changes. `ts` is encoded. */
export type StateVersion = { readonly querySet: number; readonly identity: number; readonly ts: string };

export type QueryModification =
  | { readonly type: "QueryRemoved"; readonly queryId: number }
  | {
      readonly type: "QueryUpdated";
      readonly queryId: number;
      readonly value: unknown;
      readonly logLines: readonly string[];
      readonly journal: null;
    }
  | {
      readonly type: "QueryFailed";
      readonly queryId: number;
      readonly errorMessage: string;
      readonly errorData?: unknown;
      readonly logLines: readonly string[];
      readonly journal: null;
    };

export type LiveServerMessage =
  | {
      readonly type: "Transition";
      readonly startVersion: StateVersion;
      readonly endVersion: StateVersion;
      readonly modifications: readonly QueryModification[];
      /** How far the client's clock is behind the server's, ms. */
      readonly clientClockSkew: number;
      /** Server time, ns. */
      readonly serverTs: number;
    }
  | {
      readonly type: "MutationResponse" | "ActionResponse";
      readonly requestId: number;
      readonly success: boolean;
      readonly result: unknown;
      readonly errorData?: unknown;
      readonly logLines: readonly string[];
      /** Of a successful mutation, encoded: a transition to this or a later timestamp shows its effects. */
      readonly ts?: string;
    }
  | {
      readonly type: "AuthError";
      readonly error: string;
      readonly baseVersion: number;
      /** Whether the error answers an `Authenticate` message. */
      readonly authUpdateAttempted: boolean;
    }
  | { readonly type: "FatalError"; readonly error: string }
  | { readonly type: "Ping" };

export function toModification(queryId: number, outcome: FunctionResponse<unknown>): QueryModification {
  const { logLines } = outcome;
  if (outcome.status === "success") return { type: "QueryUpdated", queryId, value: outcome.value, logLines, journal: null };
  const { errorMessage, errorData } = outcome;
  return { type: "QueryFailed", queryId, errorMessage, errorData, logLines, journal: null };
}
