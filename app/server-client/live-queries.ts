import { fail, ok, type Result } from "#app/domain/result.ts";
import type { FunctionErrorData } from "#app/protocol/function-envelope.ts";
import { decodeTagged } from "#app/protocol/tagged-message.ts";
import { createBrowserSocketDeps } from "./browser-socket-deps.ts";
import type { FunctionArgs, FunctionName, FunctionValue } from "./functions.ts";
import { type MessageCodec, ReconnectingSocket, type ReconnectingSocketDeps } from "./reconnecting-socket.ts";
import { roomAccessTokenQuery } from "./room-access-tokens.ts";

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

// The part of the sync protocol that subscriptions need: see workers/live-object/live-messages.ts.

type QueryChange =
  | { readonly type: "Add"; readonly queryId: number; readonly udfPath: string; readonly args: readonly [object] }
  | { readonly type: "Remove"; readonly queryId: number };

type Outgoing =
  | { readonly type: "Connect"; readonly sessionId: string; readonly connectionCount: number; readonly clientTs: number }
  | {
      readonly type: "ModifyQuerySet";
      readonly baseVersion: number;
      readonly newVersion: number;
      readonly modifications: readonly QueryChange[];
    };

type Modification =
  | { readonly type: "QueryUpdated"; readonly queryId: number; readonly value: unknown }
  | { readonly type: "QueryFailed"; readonly queryId: number; readonly errorData?: FunctionErrorData }
  | { readonly type: "QueryRemoved"; readonly queryId: number };

type Incoming = { readonly type: "Transition"; readonly modifications: readonly Modification[] } | { readonly type: "Ping" };

const PATH = "/api/1.48.0/sync";

const CODEC: MessageCodec<Outgoing, Incoming> = {
  encode: (message) => JSON.stringify(message),
  decode: (raw) => decodeTagged<Incoming>(raw, { Transition: true, Ping: true }),
  isGreeting: null,
  isPingRequest: ({ type }) => type === "Ping",
};

/** A query, and where its results go. */
type Subscription = { readonly add: QueryChange; readonly receive: (result: Result<unknown>) => void };

/** Connects at once, and again after each lost connection. Every connection begins with all queries. */
export function openLiveQueries(deps: ReconnectingSocketDeps = createBrowserSocketDeps(() => PATH)): LiveQueries {
  const subscriptions = new Map<number, Subscription>();
  const sessionId = `page-${deps.random().toString(36).slice(2)}`;
  let queries = 0;
  let connections = 0;
  /** Null until a connection has sent its queries. */
  let version: number | null = null;

  const modify = (baseVersion: number, modifications: readonly QueryChange[]) => {
    version = baseVersion + 1;
    socket.send({ type: "ModifyQuerySet", baseVersion, newVersion: version, modifications });
  };
  const socket = new ReconnectingSocket(deps, CODEC, {
    onMessage(message) {
      if (message.type !== "Transition") return;
      for (const change of message.modifications) deliver(subscriptions, change);
    },
    onConnected() {
      socket.send({ type: "Connect", sessionId, connectionCount: connections++, clientTs: Date.now() });
      const all = [...subscriptions.values()].map(({ add }) => add);
      modify(0, all);
    },
    onDisconnected() {
      version = null;
    },
  });
  return {
    subscribe(path, args, onResult) {
      const queryId = queries++;
      const add = toAdd(queryId, path, args as object);
      // The types are those of the server's registry.
      subscriptions.set(queryId, { add, receive: (result) => onResult(result as Result<FunctionValue<typeof path>>) });
      if (version !== null) modify(version, [add]);
      return () => {
        if (subscriptions.delete(queryId) && version !== null) modify(version, [{ type: "Remove", queryId }]);
      };
    },
    close: () => socket.close(),
  };
}

/** Live queries of a page about a room. They carry the room's access token. */
export function openRoomQueries(idOrUrl: string): LiveQueries {
  return openLiveQueries(createBrowserSocketDeps(() => `${PATH}?${new URLSearchParams(roomAccessTokenQuery(idOrUrl))}`));
}

/** The protocol takes the part of a path before the colon for a module. */
function toAdd(queryId: number, path: string, args: object): QueryChange {
  return { type: "Add", queryId, udfPath: path.replace(".", ":"), args: [args] };
}

function deliver(subscriptions: ReadonlyMap<number, Subscription>, modification: Modification): void {
  const subscription = subscriptions.get(modification.queryId);
  if (modification.type === "QueryUpdated") subscription?.receive(ok(modification.value));
  if (modification.type === "QueryFailed") subscription?.receive(fail(modification.errorData?.code ?? "internal"));
}
