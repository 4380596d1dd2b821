import type { Connection } from "#app/domain/access/connection.ts";
import { countReporting, reportIntervalMs } from "#app/domain/devices/report-interval.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** How often each of the devices that are in a room now should report, ms. */
export function findReportIntervals({ presence }: Pick<ConnectionStore, "presence">): (connection: Connection) => number {
  const reporting = countReporting(presence.list());
  return ({ person }) => reportIntervalMs({ reporting, ofPerson: (person && presence.find(person.id)?.devices) ?? 1 });
}
