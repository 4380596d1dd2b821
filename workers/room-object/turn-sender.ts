/** Sends to 1,000 sockets take about 50 ms. */
const SOCKETS_PER_TURN = 200;

type Frame = { readonly text: string; readonly sockets: Set<WebSocket> };

/** Sends frames to many sockets in several turns of the event loop, so that a command does not wait for all of them. */
export class TurnSender {
  readonly #send: (socket: WebSocket, text: string) => void;
  readonly #frames: Frame[] = [];
  #isRunning = false;

  constructor(send: (socket: WebSocket, text: string) => void) {
    this.#send = send;
  }

  /** Frames arrive in their order. The first sockets get the first frame in this turn. */
  send(text: string, sockets: Iterable<WebSocket>): void {
    this.#frames.push({ text, sockets: new Set(sockets) });
    if (!this.#isRunning) this.#run();
  }

  isBusy(): boolean {
    return this.#isRunning;
  }

  /** Sends the waiting frames to a socket that is about to get something newer. */
  flush(socket: WebSocket): void {
    for (const { sockets, text } of this.#frames) if (sockets.delete(socket)) this.#send(socket, text);
  }

  /** Forgets a socket that was closed. */
  forget(socket: WebSocket): void {
    for (const { sockets } of this.#frames) sockets.delete(socket);
  }

  #run(): void {
    this.#isRunning = true;
    let left = SOCKETS_PER_TURN;
    for (let frame = this.#frames[0]; frame; frame = this.#frames[0]) {
      for (const socket of frame.sockets) {
        if (left === 0) return void setTimeout(() => this.#run());
        left -= 1;
        frame.sockets.delete(socket);
        this.#send(socket, frame.text);
      }
      this.#frames.shift();
    }
    this.#isRunning = false;
  }
}
