import type { RoleChange } from "#app/domain/access/access-changes.ts";
import { CLOSED_ROOM, can, type EffectiveRole, toEffectiveRole } from "#app/domain/access/permissions.ts";
import type { EntryId, UserId } from "#app/domain/ids.ts";
import type { QueueVotes as VoteCounts } from "#app/domain/playback/play-order.ts";
import type { QueueVote, QueueVoteCounts } from "#app/domain/votes/queue-votes.ts";
import type { StateChange } from "./room-store.ts";

const TABLE = `
  CREATE TABLE IF NOT EXISTS queue_votes (
    entry_id TEXT NOT NULL, user_id TEXT NOT NULL, is_by_role INTEGER NOT NULL, PRIMARY KEY (entry_id, user_id)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS queue_votes_person ON queue_votes (user_id);
`;

/** The votes for queued entries. A vote is deleted when its entry leaves the queue or its person may no longer vote. */
export class QueueVotes {
  readonly #sql: SqlStorage;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(TABLE);
  }

  add({ entryId, userId }: QueueVote, effectiveRole: EffectiveRole): void {
    const isByRole = mayVoteByRole(effectiveRole) ? 1 : 0;
    this.#sql.exec("INSERT OR REPLACE INTO queue_votes VALUES (?, ?, ?)", entryId, userId, isByRole);
  }

  withdraw({ entryId, userId }: QueueVote): void {
    this.#sql.exec("DELETE FROM queue_votes WHERE entry_id = ? AND user_id = ?", entryId, userId);
  }

  /** The numbers of votes by entry. */
  countByEntry(): VoteCounts {
    const query = "SELECT entry_id AS id, count(*) AS n FROM queue_votes GROUP BY entry_id";
    return Object.fromEntries(
      this.#sql
        .exec<{ id: EntryId; n: number }>(query)
        .toArray()
        .map(({ id, n }) => [id, n]),
    );
  }

  /** The stored votes for other entries: a repeated vote is not another one. */
  countBeside({ entryId, userId }: QueueVote): QueueVoteCounts {
    const query = "SELECT count(*) AS n FROM queue_votes WHERE NOT (entry_id = ? AND user_id = ?)";
    const all = this.#sql.exec<{ n: number }>(query, entryId, userId).one().n;
    const own = this.entriesOf(userId).filter((id) => id !== entryId).length;
    return { own, all };
  }

  entriesOf(userId: UserId): readonly EntryId[] {
    const rows = this.#sql.exec<{ id: EntryId }>("SELECT entry_id AS id FROM queue_votes WHERE user_id = ?", userId);
    return rows.toArray().map(({ id }) => id);
  }

  voters(): readonly UserId[] {
    const rows = this.#sql.exec<{ id: UserId }>("SELECT DISTINCT user_id AS id FROM queue_votes");
    return rows.toArray().map(({ id }) => id);
  }

  /** To be called after events. Returns the people who have lost votes. */
  follow({ before, after }: StateChange): readonly UserId[] {
    if (!after.info.hasQueueVotes) return before.info.hasQueueVotes ? this.#delete("true") : [];
    const queued = JSON.stringify(after.order.upNext);
    const hasLeft = "entry_id NOT IN (SELECT value FROM json_each(?))";
    const ended = before.order.upNext === after.order.upNext ? [] : this.#delete(hasLeft, queued);
    const isClosed = before.info.guestsMayAdd && !after.info.guestsMayAdd;
    const isLocked = !before.info.hasPassword && after.info.hasPassword;
    return isClosed || isLocked ? [...ended, ...this.#delete("is_by_role = 0")] : ended;
  }

  /** A person who has left or lost the role has no more votes. Returns the people who have lost votes. */
  changeRoles({ roles, isRemoved }: RoleChange): readonly UserId[] {
    const losing = roles.filter(({ role }) => isRemoved || !mayVoteByRole(toEffectiveRole(role, true)));
    return losing.flatMap(({ userId }) => this.removePerson(userId));
  }

  /** Returns the person, if they had votes. */
  removePerson(userId: UserId): readonly UserId[] {
    return this.#delete("user_id = ?", userId);
  }

  /** Returns the people whose votes were deleted. */
  #delete(condition: string, ...bindings: readonly string[]): readonly UserId[] {
    const query = `DELETE FROM queue_votes WHERE ${condition} RETURNING user_id AS id`;
    const rows = this.#sql.exec<{ id: UserId }>(query, ...bindings).toArray();
    return [...new Set(rows.map(({ id }) => id))];
  }
}

function mayVoteByRole(effectiveRole: EffectiveRole): boolean {
  return can(effectiveRole, "add-tracks", CLOSED_ROOM);
}
