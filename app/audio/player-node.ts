import { type FromPlayer, PLAYER_NAME, type ToPlayer } from "#app/audio/worklet/messages.ts";
import workletUrl from "#app/audio/worklet/player.worklet.ts?worker&url";

/** The audio context and the product's player in it. */
export type PlayerNode = {
  readonly context: AudioContext;
  post(message: ToPlayer): void;
  /** Called about eight times a second while the context runs. */
  onReport(listener: (report: FromPlayer) => void): void;
  close(): void;
};

/**
 * Makes both at once, before anything sounds: the first worklet that is added to a running context makes Chromium
 * restart its output, with a hole. The context stays silent until somebody touches the page.
 */
export async function createPlayerNode(): Promise<PlayerNode> {
  const context = new AudioContext({ latencyHint: "playback" });
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch (error) {
    void context.close();
    throw error;
  }
  const node = new AudioWorkletNode(context, PLAYER_NAME, { numberOfInputs: 0, outputChannelCount: [2] });
  node.connect(context.destination);
  return {
    context,
    post(message) {
      const transfer = message.type === "samples" ? message.planes.map((plane) => plane.buffer as ArrayBuffer) : [];
      node.port.postMessage(message, transfer);
    },
    onReport(listener) {
      // only our own worklet has the other end of this port
      node.port.onmessage = ({ data }) => listener(data as FromPlayer);
    },
    close() {
      node.port.onmessage = null;
      node.disconnect();
      void context.close();
    },
  };
}
