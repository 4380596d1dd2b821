/** The browser engines that the app supports. */
export const ENGINES = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof ENGINES)[number];

/** How engines are written in texts. */
export const ENGINE_TITLES: Readonly<Record<EngineName, string>> = {
  chromium: "Chromium",
  firefox: "Firefox",
  webkit: "WebKit",
};

/** A point of the viewport in CSS pixels. */
export type Point = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

/** A browser of its own with one page. All input is real input, and nothing but a click or a key counts as a user gesture. */
export type EngineBrowser = {
  readonly engine: EngineName;
  readonly version: string;
  open(url: string): Promise<void>;
  /** Evaluates a JavaScript expression whose value can be written as JSON. */
  evaluate<Value>(expression: string): Promise<Value>;
  clickAt(point: Point): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Chooses files in the file input that matches the selector. */
  chooseFiles(selector: string, paths: readonly string[]): Promise<void>;
  resize(size: Size): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** The errors and warnings on the console so far. */
  consoleProblems(): Promise<readonly string[]>;
  close(): Promise<void>;
};

export type EngineOptions = {
  /** The environment of the browser process, from a device of the sound card. */
  readonly env: NodeJS.ProcessEnv;
};
