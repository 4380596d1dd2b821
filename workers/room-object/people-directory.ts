import { isSamePerson, type Person } from "#app/domain/accounts/person.ts";
import { connectionLimits } from "#app/domain/room/connection-limits.ts";
import { createDb } from "#db/client.ts";
import { findPeople } from "#db/queries/profile.ts";
import { findSignedIn } from "#db/queries/user-sessions.ts";
import { logError } from "#workers/http/log-error.ts";
import type { Broadcaster } from "./broadcaster.ts";
import type { Connection, ConnectionStore } from "./connections.ts";
import type { RoomCore } from "./room-state.ts";

/** Who the people of a room are: those who are here, and those whom it remembers for what they have added. */
export type PeopleDirectory = {
  /** Somebody is called, or looks, otherwise now. */
  tell(core: RoomCore, person: Person): void;
  /** Whoever is not signed in any more comes again, and is looked at anew; others are shown as they are now. */
  lookAtHere(): Promise<void>;
  /**
   * Those whom the room remembers are shown as they are now, and who exists no more is forgotten, if it has not asked after
   * them for a while.
   */
  lookAtRemembered(core: RoomCore): Promise<void>;
};

type Deps = {
  readonly env: Env;
  readonly storage: DurableObjectStorage;
  readonly connections: ConnectionStore;
  readonly broadcaster: Broadcaster;
  readonly publishPresence: (connection: Connection) => void;
  readonly isEnded: () => boolean;
};

/** When it last asked after those whom it remembers. */
const ASKED = "people-asked-at-ms";

export function createPeopleDirectory({
  env,
  storage,
  connections,
  broadcaster,
  publishPresence,
  isEnded,
}: Deps): PeopleDirectory {
  /** Counts what was told, which is newer than an answer that was on its way. */
  let told = 0;

  function showHere(person: Person): void {
    let shown: Connection | null = null;
    for (const socket of connections.sockets()) {
      const connection = connections.connectionOf(socket);
      if (connection?.person?.id !== person.id || isSamePerson(connection.person, person)) continue;
      connections.setPerson(socket, person);
      shown = { ...connection, person };
    }
    if (shown) publishPresence(shown);
  }

  /** Null: nobody answers, or something newer has been told meanwhile; it is asked again at a later look. */
  async function ask<T>(question: () => Promise<T>): Promise<T | null> {
    const before = told;
    try {
      const answer = await question();
      return before === told && !isEnded() ? answer : null;
    } catch (error) {
      logError("room-people", error);
      return null;
    }
  }

  return {
    tell(core, person) {
      told += 1;
      core.run({ type: "update-person", person }, { kind: "server" });
      showHere(person);
      broadcaster.broadcast({ type: "members-changed" });
    },

    async lookAtHere() {
      const asked = new Set(broadcaster.here().flatMap(({ sessionId }) => sessionId ?? []));
      if (asked.size === 0) return;
      const signedIn = await ask(() => findSignedIn(createDb(env.DB), [...asked], Date.now()));
      if (!signedIn) return;
      const isOut = ({ sessionId }: Connection) => sessionId !== null && asked.has(sessionId) && !signedIn.has(sessionId);
      broadcaster.closeWhere(isOut, "rejoin");
      for (const person of signedIn.values()) showHere(person);
    },

    async lookAtRemembered(core) {
      const nowMs = Date.now();
      if (nowMs - (storage.kv.get<number>(ASKED) ?? 0) < connectionLimits.presenceRefreshMs) return;
      storage.kv.put(ASKED, nowMs);
      const remembered = Object.values(core.state().people).map(({ id }) => id);
      if (remembered.length === 0) return;
      const found = await ask(() => findPeople(createDb(env.DB), remembered));
      if (!found) return;
      for (const person of found) core.run({ type: "update-person", person }, { kind: "server" });
      const there = new Set(found.map(({ id }) => id));
      for (const userId of remembered.filter((id) => !there.has(id))) core.run({ type: "forget", userId }, { kind: "server" });
    },
  };
}
