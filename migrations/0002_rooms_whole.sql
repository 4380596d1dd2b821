CREATE TABLE `favorites` (
	`user_id` text NOT NULL,
	`room_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `room_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `favorites_room` ON `favorites` (`room_id`);--> statement-breakpoint
CREATE TABLE `invites` (
	`id` text PRIMARY KEY NOT NULL,
	`room_id` text NOT NULL,
	`role` text NOT NULL,
	`created_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`uses_left` integer NOT NULL,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`created_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invites_room` ON `invites` (`room_id`);--> statement-breakpoint
CREATE TABLE `room_tokens` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`room_id` text NOT NULL,
	`session_id` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `room_tokens_room` ON `room_tokens` (`room_id`);--> statement-breakpoint
CREATE INDEX `room_tokens_expiry` ON `room_tokens` (`expires_at_ms`);--> statement-breakpoint
ALTER TABLE `members` ADD `changed_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `search_fold` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `password_hash` text;--> statement-breakpoint
ALTER TABLE `rooms` ADD `active_users` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `presence_said_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `access_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `media_epoch` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE INDEX `rooms_lively` ON `rooms` (`visibility`,`active_users`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `rooms_named` ON `rooms` (`visibility`,`name_fold`);--> statement-breakpoint
CREATE INDEX `rooms_present` ON `rooms` (`presence_said_at_ms`) WHERE "rooms"."active_users" > 0;--> statement-breakpoint
CREATE INDEX `rooms_deleted` ON `rooms` (`deleted_at_ms`) WHERE "rooms"."deleted_at_ms" is not null;--> statement-breakpoint
CREATE INDEX `uploads_room` ON `uploads` (`room_id`);--> statement-breakpoint
UPDATE `rooms` SET `search_fold` = replace(`name_fold`, 'ё', 'е');
