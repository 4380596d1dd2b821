// Errors at the start of a server, as sentences for its user.
import { UsageError } from "./command-line.mjs";
import { DataInUseError } from "./control-socket.mjs";
import { DataFolderError } from "./data-folder.mjs";
import { describeFullDisk, isDiskFull, readFreeBytes } from "./disk-space.mjs";

/** The codes of Node and of Miniflare. */
const PORT_IN_USE = new Set(["EADDRINUSE", "ERR_ADDRESS_IN_USE"]);
const HOST_UNKNOWN = new Set(["EADDRNOTAVAIL", "ENOTFOUND"]);

/**
 * A sentence, or the error itself if it is none that a user can mend.
 * @param {any} error
 * @param {{ port: number, host: string | undefined, data: string }} options of the server
 */
export function explainStartError(error, { port, host, data }) {
  if (error instanceof DataFolderError || error instanceof UsageError) return error.message;
  if (error instanceof DataInUseError) {
    return `Another Tutti server on http://localhost:${error.port} uses the data in ${data}. Stop it first, or choose another folder with --data.`;
  }
  if (PORT_IN_USE.has(error?.code)) {
    const { port: usedPort = port, option = "--port" } = error;
    return `Port ${usedPort} is in use. Stop the program that uses it, or choose another with ${option}.`;
  }
  if (HOST_UNKNOWN.has(error?.code)) return `${host} is not an address of this machine. Choose another with --host.`;
  return isDiskFull(error, readFreeBytes(data)) ? describeFullDisk(data) : error;
}
