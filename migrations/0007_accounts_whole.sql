CREATE TABLE `linked_accounts` (
	`provider` text NOT NULL,
	`provider_user_id` text NOT NULL,
	`user_id` text NOT NULL,
	`proven_email_fold` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`provider`, `provider_user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `linked_accounts_user` ON `linked_accounts` (`user_id`,`provider`);--> statement-breakpoint
CREATE TABLE `mails` (
	`id` text PRIMARY KEY NOT NULL,
	`sealed` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at_ms` integer
);
--> statement-breakpoint
CREATE INDEX `mails_due` ON `mails` (`next_try_at_ms`);--> statement-breakpoint
CREATE INDEX `mails_age` ON `mails` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `password_resets` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`used_at_ms` integer,
	`grant_hash` text,
	`grant_expires_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `password_resets_user` ON `password_resets` (`user_id`);--> statement-breakpoint
CREATE INDEX `password_resets_age` ON `password_resets` (`created_at_ms`);--> statement-breakpoint
CREATE INDEX `password_resets_grant` ON `password_resets` (`grant_hash`);--> statement-breakpoint
CREATE TABLE `provider_visits` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_visits_expiry` ON `provider_visits` (`expires_at_ms`);--> statement-breakpoint
ALTER TABLE `sessions` ADD `seen_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `browser` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `sessions` ADD `os` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `is_email_shown` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at_ms`) WHERE "users"."deleted_at_ms" is not null;