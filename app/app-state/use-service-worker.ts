import { useEffect } from "react";
import { OFFLINE_PATH, type WorkerMessage } from "#app/protocol/service-worker.ts";

const SCRIPT = "/service-worker.js";

/** Registers the service worker of a production build once the page has loaded, and reports changed settings to it. */
export function useServiceWorker(): void {
  useEffect(() => {
    // browsers offer workers and caches only over HTTPS
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
    const settings = new MutationObserver(() => void reportSettings());
    const start = () => void registerServiceWorker();
    settings.observe(document.documentElement, { attributeFilter: ["lang", "data-choice"] });
    if (document.readyState === "complete") start();
    else window.addEventListener("load", start, { once: true });
    return () => {
      settings.disconnect();
      window.removeEventListener("load", start);
    };
  }, []);
}

export async function registerServiceWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register(SCRIPT);
    await send("page-loaded");
    await reportSettings();
  } catch {
    // the browser forbids workers, or the script did not arrive: the next page tries again
  }
}

/** Waits until the first worker is active. */
async function send(message: WorkerMessage): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage(message);
}

/** Has the worker replace its copy of the offline page if that has another language or theme than this page. */
export async function reportSettings(): Promise<void> {
  // this page may be that copy
  if (location.pathname === OFFLINE_PATH) return;
  const { lang, dataset } = document.documentElement;
  try {
    const copy = await (await caches.match(OFFLINE_PATH))?.text();
    if (copy && !copy.includes(`<html lang="${lang}" data-choice="${dataset.choice}"`)) await send("settings-changed");
  } catch {
    // the browser refuses access to its caches, also to the worker
  }
}
