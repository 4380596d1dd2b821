// makes the Worker's declaration of the loaders' context visible
import type {} from "#workers/load-context.ts";
