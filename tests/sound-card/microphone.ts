import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** How the sound of each device reaches the microphone. */
export type MicrophoneRoom = {
  /** From the sound card to the microphone, ms, rounded to whole samples. */
  readonly delaysMs: readonly number[];
  /** Linear. */
  readonly levels: readonly number[];
};

export type Microphone = {
  /** Resolves when the mixer uses the new room. */
  place(room: MicrophoneRoom): Promise<void>;
  stop(): void;
};

type MicrophoneOptions = {
  readonly env: NodeJS.ProcessEnv;
  /** The named pipe that PulseAudio reads. */
  readonly pipe: string;
  /** The channels of the card, two for each device. */
  readonly channels: readonly string[];
  readonly sampleRate: number;
};

/** The source that the browsers record from. */
export const MICROPHONE_SOURCE = "microphone";

/** The peak of the microphone's white noise, −74 dBFS. */
const NOISE = 0.0002;
const MIXER = fileURLToPath(new URL("microphone-mixer.mjs", import.meta.url));
/** That of PulseAudio's threads: a mixer that is late would make the browser's recording start late. */
const PRIORITY = "10";

/** Starts to mix what the devices play. */
export function startMicrophone({ env, ...options }: MicrophoneOptions): Microphone {
  const devices = options.channels.length / 2;
  const room: MicrophoneRoom = { delaysMs: new Array(devices).fill(0), levels: new Array(devices).fill(1) };
  const config = JSON.stringify({ ...options, ...room, noise: NOISE });
  const mixer = spawn(process.execPath, [MIXER, config], { env, stdio: ["pipe", "pipe", "inherit"] });
  spawnSync("chrt", ["--all-tasks", "--rr", "--pid", PRIORITY, String(mixer.pid)], { stdio: "ignore" });
  return {
    async place(next) {
      const answered = once(mixer.stdout, "data");
      mixer.stdin.write(`${JSON.stringify(next)}\n`);
      await answered;
    },
    stop: () => void mixer.stdin.end(),
  };
}
