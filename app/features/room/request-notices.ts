import type { RoomMember } from "./use-members.ts";

type RequestNoticesDeps = {
  /** Shows the notice of a request and returns the notice's id. */
  readonly notify: (request: RoomMember) => string;
  readonly dismiss: (noticeId: string) => void;
};

export type RequestNotices = {
  /** Shows a notice for each request that has none yet, and withdraws those of requests that are gone. */
  readonly show: (requests: readonly RoomMember[]) => void;
};

/** One notice for each request, until it is decided. */
export function createRequestNotices({ notify, dismiss }: RequestNoticesDeps): RequestNotices {
  const notices = new Map<string, string>();
  return {
    show(requests) {
      const keys = new Set(requests.map(toKey));
      for (const [key, notice] of notices) {
        if (keys.has(key)) continue;
        dismiss(notice);
        notices.delete(key);
      }
      for (const request of requests) {
        const key = toKey(request);
        if (!notices.has(key)) notices.set(key, notify(request));
      }
    },
  };
}

/** A person may ask again before the list without their first request was loaded. */
function toKey({ person, request }: RoomMember): string {
  return `${person.id} ${request?.changedAtMs}`;
}
