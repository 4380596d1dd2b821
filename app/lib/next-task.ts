/** Resolves in a new task, so that a long piece of work leaves the browser time for input and frames in between. */
export function nextTask(): Promise<void> {
  // a timer would be delayed while the page is hidden
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
