CREATE TABLE `listening` (
	`user_id` text PRIMARY KEY NOT NULL,
	`room_id` text,
	`joined_at_ms` integer DEFAULT 0 NOT NULL,
	`seen_at_ms` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
CREATE INDEX `listening_room` ON `listening` (`room_id`);--> statement-breakpoint
CREATE TABLE `room_contributors` (
	`room_id` text NOT NULL,
	`user_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`room_id`, `user_id`),
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `room_contributors_user` ON `room_contributors` (`user_id`);--> statement-breakpoint
CREATE TABLE `lyrics` (
	`track_id` text PRIMARY KEY NOT NULL,
	`text` text NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
ALTER TABLE `rooms` ADD `skip_vote_share` integer DEFAULT 50;--> statement-breakpoint
ALTER TABLE `rooms` ADD `has_queue_votes` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `tracks` ADD `original_id` text REFERENCES tracks(id) ON DELETE set null;--> statement-breakpoint
ALTER TABLE `tracks` ADD `lyrics_at_ms` integer;--> statement-breakpoint
CREATE INDEX `tracks_original` ON `tracks` (`original_id`) WHERE "tracks"."original_id" is not null;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_insert` AFTER INSERT ON `rooms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(NEW.`id`), json_array('id=' || NEW.`id`, 'url=' || NEW.`url`, 'owner_id=' || NEW.`owner_id`, 'visibility=' || NEW.`visibility`, 'details=' || NEW.`visibility`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_update`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_update` AFTER UPDATE ON `rooms` WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`active_users` IS NOT NEW.`active_users` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` OR OLD.`skip_vote_share` IS NOT NEW.`skip_vote_share` OR OLD.`has_queue_votes` IS NOT NEW.`has_queue_votes` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'url=' || OLD.`url`, 'owner_id=' || OLD.`owner_id`, 'visibility=' || OLD.`visibility`, 'id=' || NEW.`id`, 'url=' || NEW.`url`, 'owner_id=' || NEW.`owner_id`, 'visibility=' || NEW.`visibility`, CASE WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` OR OLD.`skip_vote_share` IS NOT NEW.`skip_vote_share` OR OLD.`has_queue_votes` IS NOT NEW.`has_queue_votes` THEN 'details=' || OLD.`visibility` END, CASE WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` OR OLD.`skip_vote_share` IS NOT NEW.`skip_vote_share` OR OLD.`has_queue_votes` IS NOT NEW.`has_queue_votes` THEN 'details=' || NEW.`visibility` END), json_array(OLD.`id`, OLD.`name`, OLD.`name_key`, OLD.`search_key`, OLD.`description`, OLD.`url`, OLD.`visibility`, OLD.`password_hash`, OLD.`is_fair`, OLD.`is_leveled`, OLD.`owner_id`, OLD.`created_at_ms`, OLD.`active_users`, OLD.`presence_updated_at_ms`, OLD.`access_epoch`, OLD.`media_epoch`, OLD.`deleted_at_ms`, OLD.`guests_may_control`, OLD.`guests_may_add`, OLD.`skip_vote_share`, OLD.`has_queue_votes`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_delete` AFTER DELETE ON `rooms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'url=' || OLD.`url`, 'owner_id=' || OLD.`owner_id`, 'visibility=' || OLD.`visibility`, 'details=' || OLD.`visibility`), json_array(OLD.`id`, OLD.`name`, OLD.`name_key`, OLD.`search_key`, OLD.`description`, OLD.`url`, OLD.`visibility`, OLD.`password_hash`, OLD.`is_fair`, OLD.`is_leveled`, OLD.`owner_id`, OLD.`created_at_ms`, OLD.`active_users`, OLD.`presence_updated_at_ms`, OLD.`access_epoch`, OLD.`media_epoch`, OLD.`deleted_at_ms`, OLD.`guests_may_control`, OLD.`guests_may_add`, OLD.`skip_vote_share`, OLD.`has_queue_votes`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_listening_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_listening_insert` AFTER INSERT ON `listening` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('listening', json_array(NEW.`user_id`), json_array('user_id=' || NEW.`user_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_listening_update`;
--> statement-breakpoint
CREATE TRIGGER `log_listening_update` AFTER UPDATE ON `listening` WHEN OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`room_id` IS NOT NEW.`room_id` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('listening', json_array(OLD.`user_id`), json_array('user_id=' || OLD.`user_id`, 'user_id=' || NEW.`user_id`), json_array(OLD.`user_id`, OLD.`room_id`, OLD.`joined_at_ms`, OLD.`seen_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_listening_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_listening_delete` AFTER DELETE ON `listening` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('listening', json_array(OLD.`user_id`), json_array('user_id=' || OLD.`user_id`), json_array(OLD.`user_id`, OLD.`room_id`, OLD.`joined_at_ms`, OLD.`seen_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_tracks_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_tracks_insert` AFTER INSERT ON `tracks` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('tracks', json_array(NEW.`id`), json_array('id=' || NEW.`id`, 'uploaded_by=' || NEW.`uploaded_by`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_tracks_update`;
--> statement-breakpoint
CREATE TRIGGER `log_tracks_update` AFTER UPDATE ON `tracks` WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`uploaded_by` IS NOT NEW.`uploaded_by` OR OLD.`title` IS NOT NEW.`title` OR OLD.`artist` IS NOT NEW.`artist` OR OLD.`album` IS NOT NEW.`album` OR OLD.`genre` IS NOT NEW.`genre` OR OLD.`year` IS NOT NEW.`year` OR OLD.`duration_ms` IS NOT NEW.`duration_ms` OR OLD.`size_bytes` IS NOT NEW.`size_bytes` OR OLD.`format` IS NOT NEW.`format` OR OLD.`audio_object` IS NOT NEW.`audio_object` OR OLD.`cover_object` IS NOT NEW.`cover_object` OR OLD.`hue` IS NOT NEW.`hue` OR OLD.`loudness_lufs` IS NOT NEW.`loudness_lufs` OR OLD.`true_peak_db` IS NOT NEW.`true_peak_db` OR OLD.`file_name` IS NOT NEW.`file_name` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`original_id` IS NOT NEW.`original_id` OR OLD.`lyrics_at_ms` IS NOT NEW.`lyrics_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('tracks', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'uploaded_by=' || OLD.`uploaded_by`, 'id=' || NEW.`id`, 'uploaded_by=' || NEW.`uploaded_by`), json_array(OLD.`id`, OLD.`uploaded_by`, OLD.`title`, OLD.`artist`, OLD.`album`, OLD.`genre`, OLD.`year`, OLD.`duration_ms`, OLD.`size_bytes`, OLD.`format`, OLD.`audio_object`, OLD.`cover_object`, OLD.`hue`, OLD.`loudness_lufs`, OLD.`true_peak_db`, OLD.`file_name`, OLD.`search_key`, OLD.`created_at_ms`, OLD.`deleted_at_ms`, OLD.`original_id`, OLD.`lyrics_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_tracks_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_tracks_delete` AFTER DELETE ON `tracks` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('tracks', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'uploaded_by=' || OLD.`uploaded_by`), json_array(OLD.`id`, OLD.`uploaded_by`, OLD.`title`, OLD.`artist`, OLD.`album`, OLD.`genre`, OLD.`year`, OLD.`duration_ms`, OLD.`size_bytes`, OLD.`format`, OLD.`audio_object`, OLD.`cover_object`, OLD.`hue`, OLD.`loudness_lufs`, OLD.`true_peak_db`, OLD.`file_name`, OLD.`search_key`, OLD.`created_at_ms`, OLD.`deleted_at_ms`, OLD.`original_id`, OLD.`lyrics_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
