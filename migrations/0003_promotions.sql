ALTER TABLE `members` ADD `promotion` text;--> statement-breakpoint
ALTER TABLE `members` ADD `promotion_changed_at_ms` integer;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_members_update`;
--> statement-breakpoint
CREATE TRIGGER `log_members_update` AFTER UPDATE ON `members` WHEN OLD.`room_id` IS NOT NEW.`room_id` OR OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`role` IS NOT NEW.`role` OR OLD.`invited_by` IS NOT NEW.`invited_by` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`changed_at_ms` IS NOT NEW.`changed_at_ms` OR OLD.`promotion` IS NOT NEW.`promotion` OR OLD.`promotion_changed_at_ms` IS NOT NEW.`promotion_changed_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('members', json_array(OLD.`room_id`, OLD.`user_id`), json_array('room_id=' || OLD.`room_id`, 'user_id=' || OLD.`user_id`, 'room_id=' || NEW.`room_id`, 'user_id=' || NEW.`user_id`), json_array(OLD.`room_id`, OLD.`user_id`, OLD.`role`, OLD.`invited_by`, OLD.`created_at_ms`, OLD.`changed_at_ms`, OLD.`promotion`, OLD.`promotion_changed_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_members_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_members_delete` AFTER DELETE ON `members` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('members', json_array(OLD.`room_id`, OLD.`user_id`), json_array('room_id=' || OLD.`room_id`, 'user_id=' || OLD.`user_id`), json_array(OLD.`room_id`, OLD.`user_id`, OLD.`role`, OLD.`invited_by`, OLD.`created_at_ms`, OLD.`changed_at_ms`, OLD.`promotion`, OLD.`promotion_changed_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_favorites_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_favorites_insert` AFTER INSERT ON `favorites` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('favorites', json_array(NEW.`user_id`, NEW.`room_id`), json_array('user_id=' || NEW.`user_id`, 'room_id=' || NEW.`room_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_favorites_update`;
--> statement-breakpoint
CREATE TRIGGER `log_favorites_update` AFTER UPDATE ON `favorites` WHEN OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`room_id` IS NOT NEW.`room_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('favorites', json_array(OLD.`user_id`, OLD.`room_id`), json_array('user_id=' || OLD.`user_id`, 'room_id=' || OLD.`room_id`, 'user_id=' || NEW.`user_id`, 'room_id=' || NEW.`room_id`), json_array(OLD.`user_id`, OLD.`room_id`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_favorites_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_favorites_delete` AFTER DELETE ON `favorites` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('favorites', json_array(OLD.`user_id`, OLD.`room_id`), json_array('user_id=' || OLD.`user_id`, 'room_id=' || OLD.`room_id`), json_array(OLD.`user_id`, OLD.`room_id`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
