import { and, eq } from "drizzle-orm";
import type { UserId } from "#app/domain/ids.ts";
import type { Service } from "#app/domain/imports/service.ts";
import { noteRead } from "#db/changes/read-recorder.ts";
import type { Db } from "#db/client.ts";
import { connectionSecrets, connections } from "#db/schema/imports.ts";

export type ConnectionRow = typeof connections.$inferSelect;

/** The services that a person has connected. */
export async function listConnections(db: Db, userId: UserId): Promise<readonly ConnectionRow[]> {
  noteRead(db, "connections", "user_id", userId);
  return db.select().from(connections).where(eq(connections.userId, userId)).orderBy(connections.service);
}

/** The sealed credentials of a connection. Null without one. */
export async function findSealedCredentials(db: Db, userId: UserId, service: Service): Promise<string | null> {
  const isOwn = and(eq(connectionSecrets.userId, userId), eq(connectionSecrets.service, service));
  const row = await db.select({ sealed: connectionSecrets.sealed }).from(connectionSecrets).where(isOwn).get();
  return row?.sealed ?? null;
}

/** Inserts a connection, or replaces the person's connection to the same service. */
export async function saveConnection(db: Db, row: ConnectionRow, sealed: string): Promise<void> {
  const { userId, service, account, address, createdAtMs } = row;
  await db.batch([
    db
      .insert(connections)
      .values(row)
      .onConflictDoUpdate({ target: [connections.userId, connections.service], set: { account, address, createdAtMs } }),
    db
      .insert(connectionSecrets)
      .values({ userId, service, sealed })
      .onConflictDoUpdate({ target: [connectionSecrets.userId, connectionSecrets.service], set: { sealed } }),
  ]);
}

export async function deleteConnection(db: Db, userId: UserId, service: Service): Promise<void> {
  await db.batch([
    db.delete(connections).where(and(eq(connections.userId, userId), eq(connections.service, service))),
    db.delete(connectionSecrets).where(and(eq(connectionSecrets.userId, userId), eq(connectionSecrets.service, service))),
  ]);
}
