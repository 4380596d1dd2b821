CREATE TABLE `audio` (
	`id` text PRIMARY KEY NOT NULL,
	`sha256` text,
	`size_bytes` integer NOT NULL,
	`format` text NOT NULL,
	`duration_ms` real NOT NULL,
	`created_at_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audio_sha256` ON `audio` (`sha256`);--> statement-breakpoint
CREATE TABLE `loose_objects` (
	`key` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `loose_objects_age` ON `loose_objects` (`since_ms`);--> statement-breakpoint
CREATE TABLE `waveforms` (
	`track_id` text PRIMARY KEY NOT NULL,
	`points` text NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
DROP INDEX `tracks_audio_object`;--> statement-breakpoint
ALTER TABLE `tracks` ADD `loudness_lufs` real;--> statement-breakpoint
ALTER TABLE `tracks` ADD `true_peak_db` real;--> statement-breakpoint
ALTER TABLE `tracks` ADD `tempo_bpm` real;--> statement-breakpoint
ALTER TABLE `tracks` ADD `file_name` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `tracks` ADD `search_fold` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `tracks_audio` ON `tracks` (`audio_object`);--> statement-breakpoint
CREATE INDEX `tracks_cover` ON `tracks` (`cover_object`);--> statement-breakpoint
CREATE INDEX `tracks_search` ON `tracks` (`search_fold`);--> statement-breakpoint
ALTER TABLE `rooms` ADD `is_fair` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `is_leveled` integer DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE `uploads` ADD `sha256` text;--> statement-breakpoint
INSERT INTO `audio` (`id`, `sha256`, `size_bytes`, `format`, `duration_ms`, `created_at_ms`)
SELECT `audio_object`, NULL, `size_bytes`, `format`, `duration_ms`, `created_at_ms` FROM `tracks`;
