import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import { retryLocked } from "./retry-locked.ts";

export type Db = DrizzleD1Database;

export function createDb(d1: D1Database): Db {
  return drizzle(retryLocked(d1));
}
