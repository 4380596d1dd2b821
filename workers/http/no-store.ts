/** The header of a response that no cache may store. */
export const NO_STORE = { "Cache-Control": "no-store" };
