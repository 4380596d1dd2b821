import type { ErrorCode } from "#app/domain/errors.ts";
import type { RoomId } from "#app/domain/ids.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { ConnectServer } from "./connect-server.tsx";
import { ConnectYandex } from "./connect-yandex.tsx";
import { ConnectionLine } from "./connection-line.tsx";
import type { ServiceConnection } from "./found.ts";
import { FoundView } from "./found-view.tsx";
import { isUsable } from "./use-connections.ts";
import type { ServiceSearchState } from "./use-service-search.ts";

type ServicePanelProps = {
  readonly roomId: RoomId;
  readonly offer: ServiceConnection;
  readonly state: ServiceSearchState;
  readonly onUpload: () => void;
  readonly onConnectionChange: () => void;
};

/** Refusals of a service after which other credentials help. */
const CREDENTIAL_ERRORS: readonly ErrorCode[] = [
  "service-not-connected",
  "service-login-refused",
  "service-token-malformed",
  "service-token-invalid",
  "service-token-expired",
];

/** One service: its account, or the form that connects one, and what was found there. */
export function ServicePanel({ roomId, offer, state, onUpload, onConnectionChange }: ServicePanelProps) {
  const { service, connection } = offer;
  const list = state.view.opened ?? state.view.main;
  const isRefused = list?.status === "failed" && CREDENTIAL_ERRORS.includes(list.error);
  return (
    <div className="grid gap-4">
      {connection && <ConnectionLine service={service} connection={connection} onDisconnected={onConnectionChange} />}
      {isUsable(offer) && <FoundView roomId={roomId} service={service} state={state} onUpload={onUpload} />}
      {(!isUsable(offer) || isRefused) && (
        <ConnectForm service={service} isAgain={isRefused} onConnected={onConnectionChange} />
      )}
    </div>
  );
}

type ConnectFormProps = { readonly service: Service; readonly isAgain: boolean; readonly onConnected: () => void };

function ConnectForm({ service, ...props }: ConnectFormProps) {
  if (service === "yandex") return <ConnectYandex {...props} />;
  return service === "subsonic" ? <ConnectServer {...props} /> : null;
}
