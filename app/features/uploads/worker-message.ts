/**
 * The messages of a file worker to the page. The request is the file itself; any number of `progress` messages precede one
 * `response` or `unreadable`.
 */
export type WorkerMessage<T> =
  /** `share` of the file that is processed, 0 to 1. */
  | { readonly type: "progress"; readonly share: number }
  | { readonly type: "response"; readonly value: T }
  /** The file cannot be read: it was moved, changed or deleted after it was chosen. */
  | { readonly type: "unreadable" };
