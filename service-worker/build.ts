/** The build of the pages that this worker belongs to. */
export type Build = {
  readonly id: string;
  /** The paths of the files that the first pages need. Their names contain a hash of their content. */
  readonly assets: readonly string[];
};

/** Replaced when the worker is built, by `scripts/service-worker.config.mjs`. */
declare const __BUILD__: Build;

export const BUILD: Build = __BUILD__;
