// what the Worker hands to loaders is declared where it is made
import type {} from "#workers/load-context.ts";
