import { WorkBudgets } from "#app/domain/access/work-budget.ts";

/**
 * The work that the thread of this isolate does for each payer. A server of one's own has one isolate, in which the Worker and all
 * objects run; on the platform there are many, and each protects its own thread.
 */
export const isolateWork = new WorkBudgets();
