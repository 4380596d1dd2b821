CREATE TABLE `attempts` (
	`key` text PRIMARY KEY NOT NULL,
	`window_start_ms` integer NOT NULL,
	`count` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempts_window` ON `attempts` (`window_start_ms`);--> statement-breakpoint
CREATE TABLE `members` (
	`room_id` text NOT NULL,
	`user_id` text NOT NULL,
	`role` text NOT NULL,
	`invited_by` text,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`invited_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `members_user` ON `members` (`user_id`);--> statement-breakpoint
CREATE TABLE `room_presence` (
	`room_id` text PRIMARY KEY NOT NULL,
	`active_users` integer NOT NULL,
	`said_at_ms` integer NOT NULL,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `room_tracks` (
	`room_id` text NOT NULL,
	`track_id` text NOT NULL,
	PRIMARY KEY(`room_id`, `track_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `room_tracks_track` ON `room_tracks` (`track_id`);--> statement-breakpoint
CREATE TABLE `rooms` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`name_fold` text NOT NULL,
	`description` text DEFAULT '' NOT NULL,
	`url` text NOT NULL,
	`visibility` text DEFAULT 'public' NOT NULL,
	`owner_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`owner_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE UNIQUE INDEX `rooms_url` ON `rooms` (`url`);--> statement-breakpoint
CREATE INDEX `rooms_listed` ON `rooms` (`visibility`,`created_at_ms`);--> statement-breakpoint
CREATE INDEX `rooms_owner` ON `rooms` (`owner_id`);--> statement-breakpoint
CREATE TABLE `sessions` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`renewed_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `sessions_user` ON `sessions` (`user_id`);--> statement-breakpoint
CREATE INDEX `sessions_expiry` ON `sessions` (`expires_at_ms`);--> statement-breakpoint
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
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE restrict
);
--> statement-breakpoint
CREATE INDEX `tracks_uploader` ON `tracks` (`uploaded_by`,`created_at_ms`);--> statement-breakpoint
CREATE UNIQUE INDEX `tracks_audio_object` ON `tracks` (`audio_object`);--> statement-breakpoint
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
	`audio_object` text NOT NULL,
	`multipart_id` text NOT NULL,
	`cover_object` text,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `uploads_user` ON `uploads` (`user_id`);--> statement-breakpoint
CREATE INDEX `uploads_age` ON `uploads` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `users` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`username` text NOT NULL,
	`username_fold` text NOT NULL,
	`email` text NOT NULL,
	`email_fold` text NOT NULL,
	`avatar` text NOT NULL,
	`password_hash` text,
	`super_admin` integer DEFAULT false NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username_fold` ON `users` (`username_fold`);--> statement-breakpoint
CREATE UNIQUE INDEX `users_email_fold` ON `users` (`email_fold`);