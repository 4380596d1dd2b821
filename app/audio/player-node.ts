import { PLAYER_PROCESSOR, type PlayerCommand, type PlayerMessage, type PlayerReport } from "#app/audio/worklet/messages.ts";
import workletUrl from "#app/audio/worklet/player.worklet.ts?worker&url";
import { chooseSoundRoute, type SoundCapabilities, type SoundRoute } from "#app/domain/sync/sound-route.ts";
import { startAudioService } from "./audio-service.ts";
import { recyclePlanes } from "./plane-pool.ts";

/** The method is not in TypeScript's declarations yet (Audio Output Devices API). */
type SinkContext = AudioContext & { readonly setSinkId?: (sinkId: string) => Promise<void> };

/** The audio context with the player's worklet in it. */
export type PlayerNode = {
  readonly context: AudioContext;
  readonly route: SoundRoute;
  /** Makes the browser play sound. Must be called during a user gesture, or after one. Rejects if the browser refuses. */
  resume(): Promise<void>;
  /** Stops the output. `resume` starts it again. */
  suspend(): Promise<void>;
  /** Moves the sound to another output; null where the browser cannot. Rejects with the browser's error. */
  readonly setSink: ((sinkId: string) => Promise<void>) | null;
  /** Calls the listener when the browser reports that the output fails. */
  onOutputError(listener: () => void): void;
  readonly post: (command: PlayerCommand) => void;
  /** Calls the listener about eight times a second while the context runs. */
  onReport(listener: (report: PlayerReport) => void): void;
  close(): void;
};

const NODE_OPTIONS: AudioWorkletNodeOptions = { numberOfInputs: 0, outputChannelCount: [2] };

/**
 * Creates the context and the worklet together, before anything plays: adding the first worklet to a running context makes
 * Chromium restart its output, with a gap. The context stays suspended until the first user gesture.
 */
export async function createPlayerNode(): Promise<PlayerNode> {
  await startAudioService();
  const context = new AudioContext({ latencyHint: "playback" });
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch (error) {
    closeContext(context);
    throw error;
  }
  const node = new AudioWorkletNode(context, PLAYER_PROCESSOR, NODE_OPTIONS);
  const route = chooseSoundRoute(readSoundCapabilities());
  const element = route === "media-element" ? connectElement(context, node) : null;
  if (!element) node.connect(context.destination);
  return {
    context,
    route,
    setSink: findSetSink(context, element),
    onOutputError: (listener) => context.addEventListener("error", listener),
    async resume() {
      await Promise.all([context.resume(), element?.play()]);
    },
    async suspend() {
      element?.pause();
      await context.suspend();
    },
    post: (command) => sendCommand(node.port, command),
    onReport: (listener) => receiveReports(node.port, listener),
    close() {
      node.port.onmessage = null;
      node.disconnect();
      element?.pause();
      closeContext(context);
    },
  };
}

function sendCommand(port: MessagePort, command: PlayerCommand): void {
  const transfer = command.type === "samples" ? command.planes.map((plane) => plane.buffer as ArrayBuffer) : [];
  port.postMessage(command, transfer);
}

function receiveReports(port: MessagePort, listener: (report: PlayerReport) => void): void {
  port.onmessage = ({ data }) => {
    // only the product's own worklet holds the other end of the port
    const message = data as PlayerMessage;
    recyclePlanes(message.planes);
    listener(message);
  };
}

/** Also when the browser has closed it already, as it does with those of a page that is left. */
function closeContext(context: AudioContext): void {
  context.close().catch(() => undefined);
}

function readSoundCapabilities(): SoundCapabilities {
  return {
    hasAudioSession: "audioSession" in navigator,
    hasGestureEvents: "GestureEvent" in window,
    touchPoints: navigator.maxTouchPoints,
    canStream: "createMediaStreamDestination" in AudioContext.prototype,
  };
}

/** Chromium can move a context, and all current browsers but those of phones a media element. */
function findSetSink(context: SinkContext, element: HTMLAudioElement | null): PlayerNode["setSink"] {
  if (element) return "setSinkId" in element ? (sinkId) => element.setSinkId(sinkId) : null;
  return context.setSinkId ? (sinkId) => context.setSinkId?.(sinkId) ?? Promise.resolve() : null;
}

/** A media element that plays the node while the context runs. */
function connectElement(context: AudioContext, node: AudioNode): HTMLAudioElement {
  const destination = context.createMediaStreamDestination();
  node.connect(destination);
  const element = new Audio();
  element.srcObject = destination.stream;
  const playIfRunning = () => {
    if (context.state === "running") void element.play().catch(() => undefined);
  };
  // a browser that allows sound without a gesture starts the context by itself
  context.addEventListener("statechange", playIfRunning);
  playIfRunning();
  return element;
}
