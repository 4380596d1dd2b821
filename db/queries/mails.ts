import { and, asc, desc, eq, isNotNull, isNull, lt, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { MailId } from "#app/domain/ids.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import type { Db } from "#db/client.ts";
import { mails } from "#db/schema/accounts.ts";

export type MailRow = typeof mails.$inferSelect;

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insert(mails).values(mail);
}

/** For the batch of a change: a mail that comes to stand with it, and only where it is made. */
export function insertMailWhere(db: Db, { id, sealed, createdAtMs, tries, nextTryAtMs }: MailRow, isMade: SQL) {
  return db.insert(mails).select(sql`select ${id}, ${sealed}, ${createdAtMs}, ${tries}, ${nextTryAtMs} where ${isMade}`);
}

export async function deleteMail(db: Db, id: MailId): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** The longest due first. */
export async function listDueMails(db: Db, nowMs: number, limit: number): Promise<readonly MailRow[]> {
  return db.select().from(mails).where(lte(mails.nextTryAtMs, nowMs)).orderBy(asc(mails.nextTryAtMs)).limit(limit);
}

/** Counts a try and puts off the next one. Null: somebody else has claimed it since it was read. */
export async function claimMail(db: Db, { id, tries }: MailRow, nextTryAtMs: number): Promise<MailRow | null> {
  const isAsRead = and(eq(mails.id, id), eq(mails.tries, tries));
  const row = await db
    .update(mails)
    .set({ tries: tries + 1, nextTryAtMs })
    .where(isAsRead)
    .returning()
    .get();
  return row ?? null;
}

/** What is kept and not sent, the newest first. */
export async function listOutbox(db: Db, limit: number): Promise<readonly MailRow[]> {
  return db.select().from(mails).where(isNull(mails.nextTryAtMs)).orderBy(desc(mails.createdAtMs), desc(mails.id)).limit(limit);
}

/** What nothing will send any more, and of the outbox what is too old or too many. */
export async function deleteOldMails(db: Db, nowMs: number): Promise<void> {
  const newest = db
    .select({ id: mails.id })
    .from(mails)
    .where(isNull(mails.nextTryAtMs))
    .orderBy(desc(mails.createdAtMs), desc(mails.id))
    .limit(mailLimits.outboxMails);
  const isOverInOutbox = or(lt(mails.createdAtMs, nowMs - mailLimits.outboxKeptMs), notInArray(mails.id, sql`(${newest})`));
  await db
    .delete(mails)
    .where(
      or(
        and(isNotNull(mails.nextTryAtMs), lt(mails.createdAtMs, nowMs - mailLimits.mailTriedMs)),
        and(isNull(mails.nextTryAtMs), isOverInOutbox),
      ),
    );
}
