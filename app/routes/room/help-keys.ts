/** Open the list of shortcuts. */
export const HELP_KEYS = { help: ["?"] } as const;
