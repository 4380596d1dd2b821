import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Provider } from "#app/domain/accounts/provider.ts";
import type { MailId } from "#app/domain/ids.ts";
import { userColumn } from "./rooms.ts";

// Linked accounts, password resets and mail. Columns and times follow the conventions of `rooms.ts`. Nothing in these tables
// signs anyone in: tokens are stored as SHA-256 in hex, mails are encrypted with a key derived from the Worker's secret.

/** Accounts at providers that sign a user in. Their access tokens are used once and not stored. */
export const linkedAccounts = sqliteTable(
  "linked_accounts",
  {
    provider: text("provider").$type<Provider>().notNull(),
    /** The provider's permanent id of the account. */
    providerUserId: text("provider_user_id").notNull(),
    userId: userColumn("user_id"),
    /**
     * The normalized email that the provider had verified when the account was linked; null if none. A password reset by mail
     * to another address deletes the link.
     */
    provenEmailKey: text("proven_email_key"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.provider, t.providerUserId] }),
    uniqueIndex("linked_accounts_user").on(t.userId, t.provider),
  ],
);

/** OAuth authorizations in progress: each state is accepted once. Everything else is in a sealed cookie. */
export const providerAuthorizations = sqliteTable(
  "provider_authorizations",
  { stateHash: text("state_hash").primaryKey(), expiresAtMs: integer("expires_at_ms").notNull() },
  (t) => [index("provider_visits_expiry").on(t.expiresAtMs)],
);

/** Links that set a new password. Used and expired ones are stored for some days, so that their page can give the reason. */
export const passwordResets = sqliteTable(
  "password_resets",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: userColumn("user_id"),
    createdAtMs: integer("created_at_ms").notNull(),
    expiresAtMs: integer("expires_at_ms").notNull(),
    usedAtMs: integer("used_at_ms"),
    /** The hash of the token that signs in once, right after the reset. Null before the reset and after the sign-in. */
    grantHash: text("grant_hash"),
    grantExpiresAtMs: integer("grant_expires_at_ms"),
  },
  (t) => [
    index("password_resets_user").on(t.userId),
    index("password_resets_age").on(t.createdAtMs),
    index("password_resets_grant").on(t.grantHash),
  ],
);

/** Mails that are still to be sent, and the outbox of an installation that cannot send mail. */
export const mails = sqliteTable(
  "mails",
  {
    id: text("id").$type<MailId>().primaryKey(),
    /** Recipient, subject, text and HTML as encrypted JSON. */
    sealed: text("sealed").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
    tries: integer("tries").notNull().default(0),
    /** Null for a mail in the outbox, which is not sent. */
    nextTryAtMs: integer("next_try_at_ms"),
  },
  (t) => [index("mails_due").on(t.nextTryAtMs), index("mails_age").on(t.createdAtMs)],
);
