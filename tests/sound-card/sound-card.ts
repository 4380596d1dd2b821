import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { type CardRecorder, startRecorder } from "./card-recorder.ts";
import { MICROPHONE_SOURCE, type Microphone, startMicrophone } from "./microphone.ts";
import { prioritizeSoundThreads } from "./sound-threads.ts";

/**
 * A virtual sound card on which each device, a browser process, has its own pair of channels. All channels are recorded on
 * one sample clock, behind everything that a browser does to the sound. It runs its own PulseAudio server.
 *
 * The card's clock is a timer of the system, rounded to whole samples: it runs 70 to 270 ppm fast against
 * `performance.now()`. This is the same for all devices, so it cancels out in their distances.
 */
export type SoundCard = {
  /** The environment of a browser process that plays on this device, counted from 0. */
  env(device: number): NodeJS.ProcessEnv;
  /** In front of all devices. Null unless it was asked for. */
  readonly microphone: Microphone | null;
  /** Ends the streams of a device's browser, as a sound server does whose device fails. */
  endStreams(device: number): Promise<void>;
  /** Starts to record all devices. */
  record(): Promise<CardRecorder>;
  stop(): Promise<void>;
};

const run = promisify(execFile);

export const CARD_RATE = 48_000;
/** PulseAudio has names for these positions. */
const POSITIONS = ["front-left", "front-right", "rear-left", "rear-right", "side-left", "side-right", "aux0", "aux1"];
/** Takes commands that `pactl` does not have. */
const COMMAND_SOCKET = "commands";
const START_TIMEOUT_MS = 10_000;
const POLL_INTERVAL_MS = 100;

type SoundCardOptions = {
  /** Gives the browsers a microphone that records all devices. */
  readonly hasMicrophone?: boolean;
};

/** Throws if PulseAudio does not start, with the end of its log. `devices` is 1 to 4. */
export async function startSoundCard(devices: number, { hasMicrophone = false }: SoundCardOptions = {}): Promise<SoundCard> {
  const folder = mkdtempSync(join(tmpdir(), "sound-card-"));
  chmodSync(folder, 0o700);
  const env = { ...process.env, ...pulseEnvironment(folder) };
  const channels = POSITIONS.slice(0, devices * 2);
  const log = openSync(join(folder, "log"), "w");
  const pipe = hasMicrophone ? join(folder, "microphone") : null;
  const server = spawn("pulseaudio", pulseArguments(channels, pipe), { env, stdio: ["ignore", "ignore", log] });
  closeSync(log);
  const kill = () => void server.kill("SIGTERM");
  // A test that times out does not stop the server.
  process.once("exit", kill);
  let stopPrioritizing: () => void = () => undefined;
  let microphone: Microphone | null = null;
  const stop = async () => {
    microphone?.stop();
    stopPrioritizing();
    process.off("exit", kill);
    await stopServer(server, folder);
  };
  if (!(await waitForSinks(server, { env, sinks: devices + 1 }))) {
    const lastLines = readFileSync(join(folder, "log"), "utf8").slice(-500);
    await stop();
    throw new Error(`PulseAudio did not start: ${lastLines}`);
  }
  stopPrioritizing = prioritizeSoundThreads(server.pid ?? 0);
  if (pipe) microphone = startMicrophone({ env, pipe, channels, sampleRate: CARD_RATE });
  return {
    env: (device) => ({ ...env, PULSE_SINK: `device${device}`, ...(pipe && { PULSE_SOURCE: MICROPHONE_SOURCE }) }),
    microphone,
    endStreams: (device) => endStreams(env, `device${device}`),
    record: () => startRecorder({ env, channels, sampleRate: CARD_RATE }),
    stop,
  };
}

/** Keeps the server and its clients apart from a PulseAudio of the user. */
function pulseEnvironment(folder: string) {
  return {
    XDG_RUNTIME_DIR: folder,
    PULSE_RUNTIME_PATH: join(folder, "pulse"),
    PULSE_STATE_PATH: folder,
    PULSE_COOKIE: join(folder, "cookie"),
    PULSE_SERVER: `unix:${join(folder, "pulse", "native")}`,
  };
}

/** One sink with all channels, whose monitor is recorded, and one sink for each device on two of its channels. */
function pulseArguments(channels: readonly string[], microphonePipe: string | null): readonly string[] {
  const card = `sink_name=card rate=${CARD_RATE} format=float32le channels=${channels.length} channel_map=${channels}`;
  const devices = Array.from({ length: channels.length / 2 }, (_, device) => {
    const pair = channels.slice(2 * device, 2 * device + 2);
    return `module-remap-sink sink_name=device${device} master=card channels=2 master_channel_map=${pair} channel_map=front-left,front-right remix=no`;
  });
  const microphone = `module-pipe-source source_name=${MICROPHONE_SOURCE} file=${microphonePipe} format=float32le rate=${CARD_RATE} channels=1`;
  const sources = microphonePipe ? [microphone] : [];
  const protocols = ["module-native-protocol-unix auth-anonymous=1", `module-cli-protocol-unix socket=${COMMAND_SOCKET}`];
  const modules = [...protocols, `module-null-sink ${card}`, ...devices, ...sources];
  const flags = ["-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit=yes", "--use-pid-file=no"];
  return [...flags, ...modules.flatMap((module) => ["-L", module])];
}

async function endStreams(env: NodeJS.ProcessEnv, sinkName: string): Promise<void> {
  const sinks = await listShort(env, "sinks");
  const sink = sinks.find(([, name]) => name === sinkName)?.[0];
  const streams = (await listShort(env, "sink-inputs")).filter(([, playsOn]) => playsOn === sink);
  if (streams.length === 0) throw new Error(`nothing plays on ${sinkName}`);
  const socket = connect(join(env.PULSE_RUNTIME_PATH ?? "", COMMAND_SOCKET));
  for (const [stream] of streams) socket.write(`kill-sink-input ${stream}\n`);
  socket.end();
  await once(socket, "close");
}

/** The rows of a list of the server with their columns. */
async function listShort(env: NodeJS.ProcessEnv, what: "sinks" | "sink-inputs"): Promise<readonly (readonly string[])[]> {
  const { stdout } = await run("pactl", ["list", "short", what], { env });
  return stdout.split("\n").map((line) => line.split("\t"));
}

type Sinks = { readonly env: NodeJS.ProcessEnv; readonly sinks: number };

async function waitForSinks(server: ChildProcess, { env, sinks }: Sinks): Promise<boolean> {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end && server.exitCode === null; ) {
    if (countSinks(env) >= sinks) return true;
    await wait(POLL_INTERVAL_MS);
  }
  return false;
}

function countSinks(env: NodeJS.ProcessEnv): number {
  try {
    const list = execFileSync("pactl", ["list", "short", "sinks"], { env, stdio: ["ignore", "pipe", "ignore"] });
    return list.toString().split("\n").filter(Boolean).length;
  } catch {
    // The server does not accept connections yet.
    return 0;
  }
}

async function stopServer(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null) {
    const exited = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await exited;
  }
  rmSync(folder, { recursive: true, force: true });
}
