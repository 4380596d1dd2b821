import { useEffect, useRef } from "react";
import type { RoomId, UserId } from "#app/domain/ids.ts";
import { useUser } from "#app/server-client/account/use-user.ts";

/** What a guest had pressed when they were asked to sign in. */
export type Intent =
  | { readonly to: "favorite"; readonly roomId: RoomId }
  | { readonly to: "see-my-rooms" }
  | { readonly to: "create-room" }
  /** Sent as `by`, whose session had ended. */
  | { readonly to: "name-room"; readonly name: string; readonly by: UserId }
  | { readonly to: "ask-to-join"; readonly roomId: RoomId }
  | { readonly to: "add-tracks"; readonly roomId: RoomId }
  | { readonly to: "accept-invite"; readonly code: string }
  | { readonly to: "see-account" };

type IntentTo<To extends Intent["to"]> = Extract<Intent, { readonly to: To }>;

const KEY = "intent";
const KEPT_MS = 10 * 60_000;

/** Replaces what was meant before; null: nothing in particular. Outlives a visit to a provider's page. */
export function storeIntent(intent: Intent | null): void {
  try {
    if (intent) sessionStorage.setItem(KEY, JSON.stringify({ intent, untilMs: Date.now() + KEPT_MS }));
    else sessionStorage.removeItem(KEY);
  } catch {
    // a browser that keeps nothing for us: people press once more
  }
}

/** A page that comes up for a guest knows nothing of what was meant on the one before, unless it says why that failed. */
export function useClearStaleIntent(): void {
  const isGuest = useRef(useUser() === null).current;
  useEffect(() => {
    if (isGuest && !/[?&]error=/.test(location.search)) storeIntent(null);
  }, [isGuest]);
}

type IntentUse<To extends Intent["to"]> = {
  /** What else must be there besides somebody who is signed in. */
  readonly isReady?: boolean;
  readonly accepts?: (intent: IntentTo<To>) => boolean;
  readonly run: (intent: IntentTo<To>) => void;
};

/** Carries out, once, what the visitor had meant to do before they signed in. */
export function useIntent<To extends Intent["to"]>(to: To, { isReady = true, accepts, run }: IntentUse<To>): void {
  const isDue = useUser() !== null && isReady;
  const latest = useRef({ accepts, run });
  latest.current = { accepts, run };
  useEffect(() => {
    if (!isDue) return;
    const { accepts = () => true, run } = latest.current;
    const intent = readIntent();
    if (!isTo(intent, to) || !accepts(intent)) return;
    storeIntent(null);
    run(intent);
  }, [isDue, to]);
}

export function readIntent(): Intent | null {
  try {
    // our own words, and nothing is decided by them: the server asks who it is
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as { intent: Intent; untilMs: number } | null;
    return kept && Date.now() < kept.untilMs ? kept.intent : null;
  } catch {
    // nothing is kept
    return null;
  }
}

function isTo<To extends Intent["to"]>(intent: Intent | null, to: To): intent is IntentTo<To> {
  return intent?.to === to;
}
