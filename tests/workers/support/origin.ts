/** The origin of the Worker under test. */
export const ORIGIN = "https://tutti.test";
