/**
 * How many rooms of a list are called at once. A room that sleeps is loaded first, and on a server of one's own, the rooms share the
 * thread with everyone's requests.
 */
export const ROOMS_AT_ONCE = 2;
