CREATE TABLE `untold` (
	`track_id` text PRIMARY KEY NOT NULL,
	`since_ms` integer NOT NULL,
	FOREIGN KEY (`track_id`) REFERENCES `tracks`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `untold_age` ON `untold` (`since_ms`);--> statement-breakpoint
CREATE INDEX `tracks_unheard` ON `tracks` (`uploaded_by`,`created_at_ms`) WHERE "tracks"."loudness_lufs" is null;