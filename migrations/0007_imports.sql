CREATE TABLE `connection_secrets` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`sealed` text NOT NULL,
	PRIMARY KEY(`user_id`, `service`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `connections` (
	`user_id` text NOT NULL,
	`service` text NOT NULL,
	`account` text NOT NULL,
	`address` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	PRIMARY KEY(`user_id`, `service`),
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `import_batches` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`room_id` text NOT NULL,
	`title` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`room_id`) REFERENCES `rooms`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_batches_user` ON `import_batches` (`user_id`,`room_id`);--> statement-breakpoint
CREATE INDEX `import_batches_room` ON `import_batches` (`room_id`);--> statement-breakpoint
CREATE INDEX `import_batches_age` ON `import_batches` (`created_at_ms`);--> statement-breakpoint
CREATE TABLE `import_items` (
	`id` text PRIMARY KEY NOT NULL,
	`batch_id` text NOT NULL,
	`position` integer NOT NULL,
	`track` text NOT NULL,
	`state` text NOT NULL,
	`error` text,
	`error_detail` text,
	`upload_id` text,
	`leased_until_ms` integer DEFAULT 0 NOT NULL,
	`track_id` text,
	FOREIGN KEY (`batch_id`) REFERENCES `import_batches`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `import_items_batch` ON `import_items` (`batch_id`,`position`);
--> statement-breakpoint
CREATE TRIGGER `log_connections_insert` AFTER INSERT ON `connections` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('connections', json_array(NEW.`user_id`, NEW.`service`), json_array('user_id=' || NEW.`user_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_connections_update` AFTER UPDATE ON `connections` WHEN OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`service` IS NOT NEW.`service` OR OLD.`account` IS NOT NEW.`account` OR OLD.`address` IS NOT NEW.`address` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('connections', json_array(OLD.`user_id`, OLD.`service`), json_array('user_id=' || OLD.`user_id`, 'user_id=' || NEW.`user_id`), json_array(OLD.`user_id`, OLD.`service`, OLD.`account`, OLD.`address`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_connections_delete` AFTER DELETE ON `connections` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('connections', json_array(OLD.`user_id`, OLD.`service`), json_array('user_id=' || OLD.`user_id`), json_array(OLD.`user_id`, OLD.`service`, OLD.`account`, OLD.`address`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_batches_insert` AFTER INSERT ON `import_batches` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_batches', json_array(NEW.`id`), json_array('user_id=' || NEW.`user_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_batches_update` AFTER UPDATE ON `import_batches` WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`user_id` IS NOT NEW.`user_id` OR OLD.`room_id` IS NOT NEW.`room_id` OR OLD.`title` IS NOT NEW.`title` OR OLD.`created_at_ms` IS NOT NEW.`created_at_ms` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_batches', json_array(OLD.`id`), json_array('user_id=' || OLD.`user_id`, 'user_id=' || NEW.`user_id`), json_array(OLD.`id`, OLD.`user_id`, OLD.`room_id`, OLD.`title`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_batches_delete` AFTER DELETE ON `import_batches` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_batches', json_array(OLD.`id`), json_array('user_id=' || OLD.`user_id`), json_array(OLD.`id`, OLD.`user_id`, OLD.`room_id`, OLD.`title`, OLD.`created_at_ms`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_items_insert` AFTER INSERT ON `import_items` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_items', json_array(NEW.`id`), json_array('batch_id=' || NEW.`batch_id`), NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_items_update` AFTER UPDATE ON `import_items` WHEN OLD.`id` IS NOT NEW.`id` OR OLD.`batch_id` IS NOT NEW.`batch_id` OR OLD.`position` IS NOT NEW.`position` OR OLD.`track` IS NOT NEW.`track` OR OLD.`state` IS NOT NEW.`state` OR OLD.`error` IS NOT NEW.`error` OR OLD.`error_detail` IS NOT NEW.`error_detail` OR OLD.`track_id` IS NOT NEW.`track_id` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_items', json_array(OLD.`id`), json_array('batch_id=' || OLD.`batch_id`, 'batch_id=' || NEW.`batch_id`), json_array(OLD.`id`, OLD.`batch_id`, OLD.`position`, OLD.`track`, OLD.`state`, OLD.`error`, OLD.`error_detail`, OLD.`upload_id`, OLD.`leased_until_ms`, OLD.`track_id`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
--> statement-breakpoint
CREATE TRIGGER `log_import_items_delete` AFTER DELETE ON `import_items` BEGIN INSERT INTO `changes` (`table_name`, `row_key`, `keys`, `before`, `changed_at_ms`) VALUES ('import_items', json_array(OLD.`id`), json_array('batch_id=' || OLD.`batch_id`), json_array(OLD.`id`, OLD.`batch_id`, OLD.`position`, OLD.`track`, OLD.`state`, OLD.`error`, OLD.`error_detail`, OLD.`upload_id`, OLD.`leased_until_ms`, OLD.`track_id`), CAST(unixepoch('subsec') * 1000 AS INTEGER)); END;
