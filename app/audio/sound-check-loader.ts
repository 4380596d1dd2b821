import type { SoundCheck } from "#app/domain/devices/sound-check.ts";
import type { SoundCheckDeps, SoundChecks } from "./sound-checks.ts";

/** Loads the code of sound checks for the first one. Requests are served in their order. */
export class SoundCheckLoader {
  readonly #deps: SoundCheckDeps;
  #loading: Promise<SoundChecks> | null = null;
  #checks: SoundChecks | null = null;
  #isRunning = false;

  constructor(deps: SoundCheckDeps) {
    this.#deps = deps;
  }

  /** Whether a check runs. */
  get isActive(): boolean {
    return this.#checks?.isActive ?? false;
  }

  start(check: SoundCheck): void {
    void this.#request((checks) => {
      checks.start(check);
      if (this.#isRunning) checks.update();
    });
  }

  end(id: string): void {
    if (this.#loading) void this.#request((checks) => checks.end(id));
  }

  /** @param isRunning whether the output plays */
  update(isRunning: boolean): void {
    this.#isRunning = isRunning;
    if (!this.#checks?.isActive) return;
    if (isRunning) this.#checks.update();
    else this.#checks.suspend();
  }

  async #request(serve: (checks: SoundChecks) => void): Promise<void> {
    this.#loading ??= this.#load();
    try {
      serve(await this.#loading);
    } catch {
      // offline, for example: this check is silent, and the next one loads again
      this.#loading = null;
    }
  }

  async #load(): Promise<SoundChecks> {
    const { SoundChecks } = await import("./sound-checks.ts");
    this.#checks ??= new SoundChecks(this.#deps);
    return this.#checks;
  }
}
