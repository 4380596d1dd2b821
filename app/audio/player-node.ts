import { PLAYER_PROCESSOR, type PlayerCommand, type PlayerReport } from "#app/audio/worklet/messages.ts";
import workletUrl from "#app/audio/worklet/player.worklet.ts?worker&url";

/** The audio context with the player's worklet in it. */
export type PlayerNode = {
  readonly context: AudioContext;
  readonly post: (command: PlayerCommand) => void;
  /** Calls the listener about eight times a second while the context runs. */
  onReport(listener: (report: PlayerReport) => void): void;
  close(): void;
};

/**
 * Creates the context and the worklet together, before anything plays: adding the first worklet to a running context makes
 * Chromium restart its output, with a gap. The context stays suspended until the first user gesture.
 */
export async function createPlayerNode(): Promise<PlayerNode> {
  const context = new AudioContext({ latencyHint: "playback" });
  try {
    await context.audioWorklet.addModule(workletUrl);
  } catch (error) {
    void context.close();
    throw error;
  }
  const node = new AudioWorkletNode(context, PLAYER_PROCESSOR, { numberOfInputs: 0, outputChannelCount: [2] });
  node.connect(context.destination);
  return {
    context,
    post(command) {
      const transfer = command.type === "samples" ? command.planes.map((plane) => plane.buffer as ArrayBuffer) : [];
      node.port.postMessage(command, transfer);
    },
    onReport(listener) {
      // only the product's own worklet holds the other end of the port
      node.port.onmessage = ({ data }) => listener(data as PlayerReport);
    },
    close() {
      node.port.onmessage = null;
      node.disconnect();
      void context.close();
    },
  };
}
