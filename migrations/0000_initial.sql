CREATE TABLE `linked_accounts` (
	`provider` text NOT NULL,
	`provider_user_id` text NOT NULL,
	`user_id` text NOT NULL,
	`proven_email_key` text,
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
CREATE TABLE `provider_authorizations` (
	`state_hash` text PRIMARY KEY NOT NULL,
	`expires_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `provider_visits_expiry` ON `provider_authorizations` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start_ms` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_window` ON `attempts` (`window_start_ms`);--> statement-breakpoint
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
CREATE TABLE `members` (
	`room_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text,
	`created_at_ms` integer NOT NULL,
	`changed_at_ms` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);--> statement-breakpoint
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
CREATE TABLE `rooms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`search_key` text DEFAULT '' NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`password_hash` text,
	`is_fair` integer DEFAULT false NOT NULL,
	`is_leveled` integer DEFAULT true NOT NULL,
	`owner_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`active_users` integer DEFAULT 0 NOT NULL,
	`presence_updated_at_ms` integer DEFAULT 0 NOT NULL,
	`access_epoch` integer DEFAULT 0 NOT NULL,
	`media_epoch` integer DEFAULT 0 NOT NULL,
	`deleted_at_ms` integer,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_url` ON `rooms` (`url`);--> statement-breakpoint
CREATE INDEX `rooms_listed` ON `rooms` (`visibility`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `rooms_lively` ON `rooms` (`visibility`,`active_users`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `rooms_named` ON `rooms` (`visibility`,`name_key`);--> statement-breakpoint
CREATE INDEX `rooms_owner` ON `rooms` (`owner_id`);--> statement-breakpoint
CREATE INDEX `rooms_present` ON `rooms` (`presence_updated_at_ms`) WHERE "rooms"."active_users" > 0;--> statement-breakpoint
CREATE INDEX `rooms_deleted` ON `rooms` (`deleted_at_ms`) WHERE "rooms"."deleted_at_ms" is not null;--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`renewed_at_ms` integer NOT NULL,
	`seen_at_ms` integer NOT NULL,
	`browser` text NOT NULL,
	`os` text NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at_ms`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`email` text NOT NULL,
	`email_key` text NOT NULL,
	`avatar` text NOT NULL,
	`password_hash` text,
	`super_admin` integer DEFAULT false NOT NULL,
	`is_email_shown` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_key` ON `users` (`username_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_key` ON `users` (`email_key`);--> statement-breakpoint
CREATE INDEX `users_deleted` ON `users` (`deleted_at_ms`) WHERE "users"."deleted_at_ms" is not null;--> statement-breakpoint
CREATE TABLE `audio` (
	`id` text PRIMARY KEY NOT NULL,
	`sha256` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`format` text NOT NULL,
	`duration_ms` real NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_sha256` ON `audio` (`sha256`);--> statement-breakpoint
CREATE TABLE `orphaned_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `orphaned_objects_age` ON `orphaned_objects` (`since_ms`);--> statement-breakpoint
CREATE TABLE `pending_notifications` (
	`track_id` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `pending_notifications_age` ON `pending_notifications` (`since_ms`);--> statement-breakpoint
CREATE TABLE `room_tracks` (
	`room_id` text NOT NULL,
	`track_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`listed_at_ms` integer NOT NULL,
	PRIMARY KEY(`room_id`, `track_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `room_tracks_track` ON `room_tracks` (`track_id`);--> statement-breakpoint
CREATE INDEX `room_tracks_newest` ON `room_tracks` (`room_id`,`created_at_ms`);--> statement-breakpoint
CREATE TABLE `track_words` (
	`word` text NOT NULL,
	`track_id` text NOT NULL,
	PRIMARY KEY(`word`, `track_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_words_track` ON `track_words` (`track_id`);--> statement-breakpoint
CREATE TABLE `tracks` (
	`id` text PRIMARY KEY NOT NULL,
	`uploaded_by` text NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`album` text NOT NULL,
	`genre` text NOT NULL,
	`year` integer,
	`duration_ms` real NOT NULL,
	`size_bytes` integer NOT NULL,
	`format` text NOT NULL,
	`audio_object` text NOT NULL,
	`cover_object` text,
	`hue` integer,
	`loudness_lufs` real,
	`true_peak_db` real,
	`file_name` text NOT NULL,
	`search_key` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`deleted_at_ms` integer,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `tracks_uploader` ON `tracks` (`uploaded_by`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `tracks_audio` ON `tracks` (`audio_object`);--> statement-breakpoint
CREATE INDEX `tracks_cover` ON `tracks` (`cover_object`);--> statement-breakpoint
CREATE INDEX `tracks_search` ON `tracks` (`search_key`);--> statement-breakpoint
CREATE INDEX `tracks_without_analysis` ON `tracks` (`uploaded_by`,`created_at_ms`) WHERE "tracks"."loudness_lufs" is null;--> statement-breakpoint
CREATE INDEX `tracks_deleted` ON `tracks` (`deleted_at_ms`) WHERE "tracks"."deleted_at_ms" is not null;--> statement-breakpoint
CREATE TABLE `upload_parts` (
	`upload_id` text NOT NULL,
	`number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`upload_id`, `number`),
	FOREIGN KEY (`upload_id`) REFERENCES `uploads`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `uploads` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`room_id` text NOT NULL,
	`file_name` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`sha256` text,
	`audio_object` text NOT NULL,
	`multipart_id` text NOT NULL,
	`cover_object` text,
	`created_at_ms` integer NOT NULL,
	`discarded_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);--> statement-breakpoint
CREATE INDEX `uploads_room` ON `uploads` (`room_id`);--> statement-breakpoint
CREATE INDEX `uploads_age` ON `uploads` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `waveforms` (
	`track_id` text PRIMARY KEY NOT NULL,
	`points` text NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
