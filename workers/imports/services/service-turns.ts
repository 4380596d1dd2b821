import { type Payer, toPayer } from "#app/domain/access/work-budget.ts";
import type { UserId } from "#app/domain/ids.ts";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { createTurns } from "#workers/imports/turns.ts";
import type { ServiceClient, ServiceFailure } from "./service-client.ts";

const { serviceTurnsInAll: inAll, serviceTurnsWaiting: waiting } = importLimits;
const takeTurn = createTurns({ atOnce: 1, inAll, waiting });

/**
 * A client whose requests take turns: one at a time of each person to each service, since the answers of a person's own server are
 * of any length, and are parsed on the thread of all rooms.
 */
export function withTurns(client: ServiceClient, userId: UserId, service: Service): ServiceClient {
  const payer: Payer = toPayer(userId, "");
  const inTurn = async <T>(run: () => Promise<Result<T, ServiceFailure>>): Promise<Result<T, ServiceFailure>> =>
    (await takeTurn(`${userId} ${service}`, { payer, run })) ?? fail({ code: "service-busy" });
  const { browse, locate, fetchLyrics } = client;
  return {
    check: (signal) => inTurn(() => client.check(signal)),
    search: (query, signal) => inTurn(() => client.search(query, signal)),
    browse: browse && ((signal) => inTurn(() => browse(signal))),
    resolve: (target, signal) => inTurn(() => client.resolve(target, signal)),
    locate: locate && ((trackId, signal) => inTurn(() => locate(trackId, signal))),
    fetchLyrics: fetchLyrics && ((trackId, signal) => inTurn(() => fetchLyrics(trackId, signal))),
    coverLink: client.coverLink,
  };
}
