ALTER TABLE `sessions` ADD `confirmed_at_ms` integer;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_sessions_insert`;
--> statement-breakpoint
CREATE TRIGGER `log_sessions_insert` AFTER INSERT ON `sessions` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('sessions', json_array(NEW.`token_hash`), json_array('token_hash=' || NEW.`token_hash`, 'user_id=' || NEW.`user_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_sessions_update`;
--> statement-breakpoint
CREATE TRIGGER `log_sessions_update` AFTER UPDATE ON `sessions` WHEN OLD.`token_hash` IS NOT NEW.`token_hash` OR OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` OR OLD.`seen_at_ms` IS NOT NEW.`seen_at_ms` OR OLD.`browser` IS NOT NEW.`browser` OR OLD.`os` IS NOT NEW.`os` OR OLD.`confirmed_at_ms` IS NOT NEW.`confirmed_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('sessions', json_array(OLD.`token_hash`), json_array('token_hash=' || OLD.`token_hash`, 'user_id=' || OLD.`user_id`, 'token_hash=' || NEW.`token_hash`, 'user_id=' || NEW.`user_id`), json_array(OLD.`token_hash`, OLD.`user_id`, OLD.`created_at_ms`, OLD.`renewed_at_ms`, OLD.`seen_at_ms`, OLD.`browser`, OLD.`os`, OLD.`expires_at_ms`, OLD.`confirmed_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
DROP TRIGGER IF EXISTS `log_sessions_delete`;
--> statement-breakpoint
CREATE TRIGGER `log_sessions_delete` AFTER DELETE ON `sessions` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('sessions', json_array(OLD.`token_hash`), json_array('token_hash=' || OLD.`token_hash`, 'user_id=' || OLD.`user_id`), json_array(OLD.`token_hash`, OLD.`user_id`, OLD.`created_at_ms`, OLD.`renewed_at_ms`, OLD.`seen_at_ms`, OLD.`browser`, OLD.`os`, OLD.`expires_at_ms`, OLD.`confirmed_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
