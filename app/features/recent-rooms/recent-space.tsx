import { RECENT_ROOMS_KEY } from "#app/app-state/recent-rooms.ts";
import type { UserId } from "#app/domain/ids.ts";
import { useNonce } from "#app/ui/nonce.ts";

/** The height of the section with one row. */
export const RECENT_SPACE = "h-27";

/**
 * The space of the recently visited rooms until the page is hydrated, if this browser has any to show: the server does not know
 * them, and the list of rooms below must not move when they appear. Empty otherwise.
 */
export function RecentSpace({ userId }: { readonly userId: UserId | null }) {
  const nonce = useNonce();
  // it runs only from the server's HTML, so the browser's build does not contain it
  const script = import.meta.env.SSR ? recentSpaceScript(userId) : "";
  return (
    <>
      <div className={`hidden in-data-recent:block ${RECENT_SPACE}`} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the app's own script with an id, allowed by the nonce */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
    </>
  );
}

/** An inline script that marks the document if `parseRecentRooms` and the filter of the section would leave a room. */
function recentSpaceScript(userId: UserId | null): string {
  return `(() => {
  try {
    const { visitorId, rooms } = JSON.parse(localStorage.getItem("${RECENT_ROOMS_KEY}"));
    const isOwn = visitorId === null || visitorId === ${JSON.stringify(userId)};
    if (isOwn && rooms.some(({ isMember }) => isMember === false)) document.documentElement.dataset.recent = "";
  } catch {}
})();`;
}

/** Ends the space: the rooms are known from now on. */
export function endRecentSpace(): void {
  delete document.documentElement.dataset.recent;
}
