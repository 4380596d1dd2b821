import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

/** A process of WebKitGTK's WebDriver on a virtual display. */
export type WebKitDriver = {
  readonly url: string;
  stop(): Promise<void>;
};

const START_TIMEOUT_MS = 20_000;
const POLL_INTERVAL_MS = 100;
/** Wider than the widest viewport of the tests. */
const SCREEN = "-screen 0 1600x1200x24";

/** Throws if the driver does not start. */
export async function startWebKitDriver(env: NodeJS.ProcessEnv): Promise<WebKitDriver> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  // A process group of its own, because the display ends with its shell script only.
  const driver = spawn("xvfb-run", ["-a", "-s", SCREEN, "WebKitWebDriver", `--port=${port}`], {
    env: {
      ...env,
      LIBGL_ALWAYS_SOFTWARE: "1",
      // The system's allocator. WebKit's own spins on its locks: a real-time thread that waits for a lock of an ordinary thread
      // keeps it from running, and with both processors busy so, everything stands still for 950 ms (`sched_rt_runtime_us`).
      Malloc: "1",
      // without a graphics card, compositing takes one and a half processors, and painting what changes takes a third of one
      WEBKIT_DISABLE_COMPOSITING_MODE: "1",
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: "1",
    },
    stdio: "ignore",
    detached: true,
  });
  const exited = new Promise((resolve) => driver.once("exit", resolve));
  const kill = () => {
    if (driver.pid && driver.exitCode === null && driver.signalCode === null) process.kill(-driver.pid);
  };
  // A test that times out does not stop the driver.
  process.once("exit", kill);
  const stop = async () => {
    process.off("exit", kill);
    kill();
    await exited;
  };
  if (!(await waitUntilReady(url))) {
    await stop();
    throw new Error("WebKitWebDriver did not start");
  }
  return { url, stop };
}

async function waitUntilReady(url: string): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; ) {
    const response = await fetch(`${url}/status`).catch(() => null);
    if (response?.ok) return true;
    await wait(POLL_INTERVAL_MS);
  }
  return false;
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => (address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port"))));
    });
  });
}
