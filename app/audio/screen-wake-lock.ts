import { isPageVisible, onPageVisibility } from "./page-visibility.ts";

/**
 * Keeps the screen on while it is wanted. The browser releases the lock of a hidden page, so it is requested again when the page
 * is shown. Without the lock, a device saves power on its network, and messages are late by up to 300 ms.
 */
export class ScreenWakeLock {
  readonly #stopWatching: () => void;
  #isWanted = false;
  #isRequesting = false;
  #lock: WakeLockSentinel | null = null;

  constructor() {
    this.#stopWatching = onPageVisibility(() => void this.#update());
  }

  setWanted(isWanted: boolean): void {
    if (isWanted === this.#isWanted) return;
    this.#isWanted = isWanted;
    void this.#update();
  }

  close(): void {
    this.#stopWatching();
    this.setWanted(false);
  }

  /** Requests or releases the lock until it is as wanted. */
  async #update(): Promise<void> {
    if (this.#isRequesting) return;
    if (!this.#isWanted) {
      const lock = this.#lock;
      this.#lock = null;
      await lock?.release().catch(() => undefined);
      return;
    }
    if ((this.#lock && !this.#lock.released) || !isPageVisible() || !("wakeLock" in navigator)) return;
    this.#isRequesting = true;
    // refused while the battery is low; requested again when the page is shown
    this.#lock = await navigator.wakeLock.request("screen").catch(() => null);
    this.#isRequesting = false;
    if (!this.#isWanted) await this.#update();
  }
}
