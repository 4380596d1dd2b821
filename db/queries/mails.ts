import { and, asc, desc, eq, isNotNull, isNull, lt, lte, notInArray, or, type SQL, sql } from "drizzle-orm";
import type { MailId } from "#app/domain/ids.ts";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import type { Db } from "#db/client.ts";
import { mails } from "#db/schema/accounts.ts";

export type MailRow = typeof mails.$inferSelect;

/** Does nothing if too many mails are stored. */
export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await insertMailWhere(db, mail, sql`true`);
}

/** Stores a mail in place of the one with its id, if there is one. */
export async function putMail(db: Db, mail: MailRow): Promise<void> {
  await db.insert(mails).values(mail).onConflictDoUpdate({ target: mails.id, set: mail });
}

/** Inserts a mail if the condition holds and not too many mails are stored. A statement for the batch of the change that the mail reports. */
export function insertMailWhere(db: Db, { id, sealed, createdAtMs, tries, nextTryAtMs }: MailRow, condition: SQL) {
  return db.insert(mails).select(sql`select ${id}, ${sealed}, ${createdAtMs}, ${tries}, ${nextTryAtMs}
    where ${condition} and (select count(*) from mails) < ${mailLimits.storedMails}`);
}

export async function deleteMail(db: Db, id: MailId): Promise<void> {
  await db.delete(mails).where(eq(mails.id, id));
}

/** Mails whose next attempt is due, longest due first. */
export async function listDueMails(db: Db, nowMs: number, limit: number): Promise<readonly MailRow[]> {
  return db.select().from(mails).where(lte(mails.nextTryAtMs, nowMs)).orderBy(asc(mails.nextTryAtMs)).limit(limit);
}

/** Claims a mail for an attempt and schedules the next one. Null if another run has claimed it since it was read. */
export async function claimMail(db: Db, { id, tries }: MailRow, nextTryAtMs: number): Promise<MailRow | null> {
  const isUnclaimed = and(eq(mails.id, id), eq(mails.tries, tries));
  const row = await db
    .update(mails)
    .set({ tries: tries + 1, nextTryAtMs })
    .where(isUnclaimed)
    .returning()
    .get();
  return row ?? null;
}

/** The outbox: mails that are stored and not sent, newest first. */
export async function listOutbox(db: Db, limit: number): Promise<readonly MailRow[]> {
  return db.select().from(mails).where(isNull(mails.nextTryAtMs)).orderBy(desc(mails.createdAtMs), desc(mails.id)).limit(limit);
}

/** Deletes mails that are no longer retried, and those of the outbox that are too old or exceed its maximum. */
export async function deleteOldMails(db: Db, nowMs: number): Promise<void> {
  const newest = db
    .select({ id: mails.id })
    .from(mails)
    .where(isNull(mails.nextTryAtMs))
    .orderBy(desc(mails.createdAtMs), desc(mails.id))
    .limit(mailLimits.outboxMails);
  const isExcess = or(lt(mails.createdAtMs, nowMs - mailLimits.outboxRetentionMs), notInArray(mails.id, sql`(${newest})`));
  await db
    .delete(mails)
    .where(
      or(
        and(isNotNull(mails.nextTryAtMs), lt(mails.createdAtMs, nowMs - mailLimits.mailRetryMs)),
        and(isNull(mails.nextTryAtMs), isExcess),
      ),
    );
}
