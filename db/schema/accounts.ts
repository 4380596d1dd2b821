import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { MailId } from "#app/domain/ids.ts";
import { userColumn } from "./rooms.ts";

// Other ways in than a password, and what leads back to a lost one. Columns and times are as in `schema.ts`. Nothing here
// opens anything: tokens are hashed (SHA-256, hex), mails are sealed with the Worker's secret.

/** Accounts elsewhere that sign somebody in. Their access tokens are used once and kept nowhere. */
export const linkedAccounts = sqliteTable(
  "linked_accounts",
  {
    provider: text("provider").$type<Provider>().notNull(),
    /** The provider's id of the account, which stays when its name or email changes. */
    providerUserId: text("provider_user_id").notNull(),
    userId: userColumn("user_id"),
    /** Folded: what the provider had verified as theirs when it was linked. A reset by mail to another ends the link. */
    provenEmailKey: text("proven_email_key"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.providerUserId] }),
    uniqueIndex("linked_accounts_user").on(t.userId, t.provider),
  ],
);

/** Ways to a provider that somebody is on: a state comes back once. What belongs to it is in a sealed cookie. */
export const providerAuthorizations = sqliteTable(
  "provider_authorizations",
  { stateHash: text("state_hash").primaryKey(), expiresAtMs: integer("expires_at_ms").notNull() },
  (t) => [index("provider_visits_expiry").on(t.expiresAtMs)],
);

/** Links that set a new password. One that is used or has expired is kept for some days, to say so. */
export const passwordResets = sqliteTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usedAtMs: integer("used_at_ms"),
    /** Of what signs in once, right after the reset; null before it and after the sign-in. */
    grantHash: text("grant_hash"),
    grantExpiresAtMs: integer("grant_expires_at_ms"),
  },
  (t) => [
    index("password_resets_user").on(t.userId),
    index("password_resets_age").on(t.createdAtMs),
    index("password_resets_grant").on(t.grantHash),
  ],
);

/** Mail on its way, or in the outbox of an installation that sends none. */
export const mails = sqliteTable(
  "mails",
  {
    id: text("id").$type<MailId>().primaryKey(),
    /** To whom, subject, text and HTML: JSON, encrypted with a key that is made of the Worker's secret. */
    sealed: text("sealed").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Null: it is kept for the outbox and not sent. */
    nextTryAtMs: integer("next_try_at_ms"),
  },
  (t) => [index("mails_due").on(t.nextTryAtMs), index("mails_age").on(t.createdAtMs)],
);
