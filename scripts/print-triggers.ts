// `npm run db:triggers`: the triggers of all tracked tables, for a migration that changes one of them.
import { describeTriggers, TRACKED_TABLES, type TrackedTable } from "#db/changes/tracked-tables.ts";

const tables = Object.keys(TRACKED_TABLES) as readonly TrackedTable[];
const replace = (trigger: string) =>
  `DROP TRIGGER IF EXISTS ${/`\w+`/.exec(trigger)?.[0]};\n--> statement-breakpoint\n${trigger}`;
console.log(tables.flatMap(describeTriggers).map(replace).join("\n--> statement-breakpoint\n"));
