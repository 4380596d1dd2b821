CREATE TABLE `track_words` (
	`word` text NOT NULL,
	`track_id` text NOT NULL,
	PRIMARY KEY(`word`, `track_id`),
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `track_words_track` ON `track_words` (`track_id`);--> statement-breakpoint
ALTER TABLE `room_tracks` ADD `created_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `room_tracks` ADD `said_at_ms` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX `room_tracks_newest` ON `room_tracks` (`room_id`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `tracks` ADD `deleted_at_ms` integer;--> statement-breakpoint
CREATE INDEX `tracks_deleted` ON `tracks` (`deleted_at_ms`) WHERE "tracks"."deleted_at_ms" is not null;--> statement-breakpoint
UPDATE `room_tracks` SET `created_at_ms` = (SELECT `created_at_ms` FROM `tracks` WHERE `tracks`.`id` = `room_tracks`.`track_id`);--> statement-breakpoint
UPDATE `tracks` SET `search_fold` = '';
