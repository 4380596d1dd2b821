CREATE TABLE `now_playing` (
	`room_id` text PRIMARY KEY NOT NULL,
	`title` text NOT NULL,
	`artist` text NOT NULL,
	`search_key` text NOT NULL,
	`updated_at_ms` integer NOT NULL,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `saved_tracks` (
	`user_id` text NOT NULL,
	`track_id` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	`saved_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `track_id`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_tracks_track` ON `saved_tracks` (`track_id`);--> statement-breakpoint
CREATE INDEX `saved_tracks_newest` ON `saved_tracks` (`user_id`,`created_at_ms`);--> statement-breakpoint
ALTER TABLE `rooms` ADD `guests_may_control` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `rooms` ADD `guests_may_add` integer DEFAULT false NOT NULL;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_insert` AFTER INSERT ON `rooms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(NEW.`id`), json_array('id=' || NEW.`id`, 'url=' || NEW.`url`, 'owner_id=' || NEW.`owner_id`, 'visibility=' || NEW.`visibility`, 'details=' || NEW.`visibility`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_update`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_update` AFTER UPDATE ON `rooms` WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`active_users` IS NOT NEW.`active_users` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'url=' || OLD.`url`, 'owner_id=' || OLD.`owner_id`, 'visibility=' || OLD.`visibility`, 'id=' || NEW.`id`, 'url=' || NEW.`url`, 'owner_id=' || NEW.`owner_id`, 'visibility=' || NEW.`visibility`, CASE WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` THEN 'details=' || OLD.`visibility` END, CASE WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`name` IS NOT NEW.`name` OR OLD.`name_key` IS NOT NEW.`name_key` OR OLD.`search_key` IS NOT NEW.`search_key` OR OLD.`description` IS NOT NEW.`description` OR OLD.`url` IS NOT NEW.`url` OR OLD.`visibility` IS NOT NEW.`visibility` OR OLD.`password_hash` IS NOT NEW.`password_hash` OR OLD.`is_fair` IS NOT NEW.`is_fair` OR OLD.`is_leveled` IS NOT NEW.`is_leveled` OR OLD.`owner_id` IS NOT NEW.`owner_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`access_epoch` IS NOT NEW.`access_epoch` OR OLD.`media_epoch` IS NOT NEW.`media_epoch` OR OLD.`deleted_at_ms` IS NOT NEW.`deleted_at_ms` OR OLD.`guests_may_control` IS NOT NEW.`guests_may_control` OR OLD.`guests_may_add` IS NOT NEW.`guests_may_add` THEN 'details=' || NEW.`visibility` END), json_array(OLD.`id`, OLD.`name`, OLD.`name_key`, OLD.`search_key`, OLD.`description`, OLD.`url`, OLD.`visibility`, OLD.`password_hash`, OLD.`is_fair`, OLD.`is_leveled`, OLD.`owner_id`, OLD.`created_at_ms`, OLD.`active_users`, OLD.`presence_updated_at_ms`, OLD.`access_epoch`, OLD.`media_epoch`, OLD.`deleted_at_ms`, OLD.`guests_may_control`, OLD.`guests_may_add`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_rooms_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_rooms_delete` AFTER DELETE ON `rooms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('rooms', json_array(OLD.`id`), json_array('id=' || OLD.`id`, 'url=' || OLD.`url`, 'owner_id=' || OLD.`owner_id`, 'visibility=' || OLD.`visibility`, 'details=' || OLD.`visibility`), json_array(OLD.`id`, OLD.`name`, OLD.`name_key`, OLD.`search_key`, OLD.`description`, OLD.`url`, OLD.`visibility`, OLD.`password_hash`, OLD.`is_fair`, OLD.`is_leveled`, OLD.`owner_id`, OLD.`created_at_ms`, OLD.`active_users`, OLD.`presence_updated_at_ms`, OLD.`access_epoch`, OLD.`media_epoch`, OLD.`deleted_at_ms`, OLD.`guests_may_control`, OLD.`guests_may_add`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_now_playing_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_now_playing_insert` AFTER INSERT ON `now_playing` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('now_playing', json_array(NEW.`room_id`), json_array('room_id=' || NEW.`room_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_now_playing_update`;
--> statement-breakpoint
CREATE TRIGGER `log_now_playing_update` AFTER UPDATE ON `now_playing` WHEN OLD.`room_id` IS NOT NEW.`room_id` OR OLD.`title` IS NOT NEW.`title` OR OLD.`artist` IS NOT NEW.`artist` OR OLD.`search_key` IS NOT NEW.`search_key` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('now_playing', json_array(OLD.`room_id`), json_array('room_id=' || OLD.`room_id`, 'room_id=' || NEW.`room_id`), json_array(OLD.`room_id`, OLD.`title`, OLD.`artist`, OLD.`search_key`, OLD.`updated_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_now_playing_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_now_playing_delete` AFTER DELETE ON `now_playing` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('now_playing', json_array(OLD.`room_id`), json_array('room_id=' || OLD.`room_id`), json_array(OLD.`room_id`, OLD.`title`, OLD.`artist`, OLD.`search_key`, OLD.`updated_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_saved_tracks_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_saved_tracks_insert` AFTER INSERT ON `saved_tracks` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('saved_tracks', json_array(NEW.`user_id`, NEW.`track_id`), json_array('user_id=' || NEW.`user_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_saved_tracks_update`;
--> statement-breakpoint
CREATE TRIGGER `log_saved_tracks_update` AFTER UPDATE ON `saved_tracks` WHEN OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`track_id` IS NOT NEW.`track_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`saved_at_ms` IS NOT NEW.`saved_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('saved_tracks', json_array(OLD.`user_id`, OLD.`track_id`), json_array('user_id=' || OLD.`user_id`, 'user_id=' || NEW.`user_id`), json_array(OLD.`user_id`, OLD.`track_id`, OLD.`created_at_ms`, OLD.`saved_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_saved_tracks_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_saved_tracks_delete` AFTER DELETE ON `saved_tracks` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('saved_tracks', json_array(OLD.`user_id`, OLD.`track_id`), json_array('user_id=' || OLD.`user_id`), json_array(OLD.`user_id`, OLD.`track_id`, OLD.`created_at_ms`, OLD.`saved_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
