import { createPath, type Location, useBlocker } from "@remix-run/react";
import { useEffect } from "react";
import { sendRequest } from "#app/lib/send-request.ts";
import { createStore } from "#app/lib/store.ts";
import { useStore } from "#app/lib/use-store.ts";
import { readNumber, storeNumber } from "./stored-number.ts";

/** `builds/latest.json`, written with each build. */
type BuildInfo = { readonly id: string };

const BUILD_POLL_MS = 60_000;
/** A page reloads for a new build at most once in this time (SPEC §9). */
const RELOAD_GUARD_MS = 10_000;
const RELOADED_AT_MS = { key: "build-reloaded-at", min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 } as const;

/** True once the server has pages of another build than this page, or a chunk of this page's build has failed to load. */
const isOutdated = createStore(false);

/**
 * Looks for a new build once a minute and when the page becomes visible. With a new build, the next navigation loads the page
 * from the server instead of loading chunks that may no longer exist. A page that stays open, such as a playing room, is left
 * alone, and so is one with uploads in progress.
 */
export function BuildUpdates() {
  useEffect(() => watchBuilds(isOutdated.set), []);
  return useStore(isOutdated) ? <DocumentNavigation /> : null;
}

/** Mounted on demand, because the router warns of every link within a page while there is a blocker. */
function DocumentNavigation() {
  const blocker = useBlocker(
    ({ historyAction, currentLocation, nextLocation }) =>
      historyAction !== "POP" && currentLocation.pathname !== nextLocation.pathname && canReload(),
  );
  useEffect(() => {
    if (blocker.state === "blocked") loadDocument(blocker.location);
  }, [blocker]);
  return null;
}

/** Calls `onOutdated` when the page's build is no longer the latest one. Returns the function that stops watching. */
function watchBuilds(onOutdated: (isOutdated: true) => void): () => void {
  const check = async () => {
    if (document.visibilityState === "visible" && (await isNewBuildOnServer())) onOutdated(true);
  };
  const onChunkError = () => onOutdated(true);
  const timer = setInterval(() => void check(), BUILD_POLL_MS);
  document.addEventListener("visibilitychange", check);
  window.addEventListener("vite:preloadError", onChunkError);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", check);
    window.removeEventListener("vite:preloadError", onChunkError);
  };
}

/** A new build counts once its `meta` file is there too: servers in several places may be updated one after another. */
async function isNewBuildOnServer(): Promise<boolean> {
  try {
    const response = await sendRequest(`/builds/latest.json?${Date.now()}`);
    if (!response.ok) return false;
    const { id } = (await response.json()) as BuildInfo;
    return id !== window.__remixManifest.version && (await sendRequest(`/builds/meta/${id}.json`)).ok;
  } catch {
    // offline: the next check tries again
    return false;
  }
}

/** Whether the server is likely to answer, nothing would be lost, and the last reload was not just now. */
function canReload(): boolean {
  // asks the listeners that would make the browser warn of unsaved changes
  const isUnloadAllowed = window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  return navigator.onLine && isUnloadAllowed && Date.now() - readNumber(RELOADED_AT_MS) >= RELOAD_GUARD_MS;
}

function loadDocument(target: Location): void {
  storeNumber(RELOADED_AT_MS, Date.now());
  window.location.assign(createPath(target));
}
