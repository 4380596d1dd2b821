import { useCallback, useState } from "react";
import { ok, type Result } from "#app/domain/result.ts";
import { useLatestLoad } from "#app/lib/use-latest.ts";
import { query } from "#app/server-client/functions.ts";
import type { ServiceConnection } from "./found.ts";

export type Connections = {
  /** The offered services. Null until they are loaded. */
  readonly services: Result<readonly ServiceConnection[]> | null;
  readonly reload: () => void;
};

/** The services from which the user can import, and their accounts there. */
export function useConnections(): Connections {
  const [services, setServices] = useState<Connections["services"]>(null);
  const [loads, setLoads] = useState(0);
  useLatestLoad({ key: loads, load: loadServices, apply: setServices });
  const reload = useCallback(() => setLoads((count) => count + 1), []);
  return { services, reload };
}

async function loadServices(): Promise<Result<readonly ServiceConnection[]>> {
  const loaded = await query("imports.connections", {});
  return loaded.ok ? ok(loaded.value.services) : loaded;
}

/** Whether the service can be searched now. */
export function isUsable({ needsConnection, connection }: ServiceConnection): boolean {
  return !needsConnection || connection !== null;
}
