// The socket on which a local server answers commands about its data folder. It shows that the folder is in use, and lets
// commands reach the database without opening it a second time, which SQLite would refuse while the server writes.
import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/** The longest path of a socket, in bytes, on Linux and macOS, with its final zero. */
const PATH_BYTES_MAX = 103;

/** A data folder that another server uses. */
export class DataInUseError extends Error {
  /** @param {number} port of that server */
  constructor(port) {
    super(`another server uses this data folder on port ${port}`);
    this.name = "DataInUseError";
    this.port = port;
  }
}

/**
 * Claims a data folder and answers commands about it.
 * @param {string} data
 * @param {(request: any) => Promise<unknown>} answer
 * @throws {DataInUseError}
 */
export async function claimData(data, answer) {
  const path = toSocketPath(data);
  const server = createServer({ allowHalfOpen: true }, (socket) => void answerOn(socket, answer));
  if (await listen(server, path)) return server;
  const other = await sendCommand(data, { type: "describe" });
  if (other) throw new DataInUseError(other.port);
  // left by a server that was killed
  rmSync(path, { force: true });
  if (!(await listen(server, path))) throw new Error(`the socket ${path} cannot be opened`);
  return server;
}

/**
 * Sends a command to the server of a data folder. Returns its answer, or null if no server uses the folder.
 * @param {string} data
 * @param {object} request
 * @returns {Promise<any>}
 */
export function sendCommand(data, request) {
  return new Promise((resolveReply, reject) => {
    const socket = createConnection(toSocketPath(data));
    const receive = (text) => {
      const reply = JSON.parse(text);
      if ("error" in reply) reject(new Error(reply.error));
      else resolveReply(reply.value);
    };
    const fail = (error) => {
      const isAbsent = error.code === "ENOENT" || error.code === "ECONNREFUSED";
      if (isAbsent) resolveReply(null);
      else reject(error);
    };
    readAll(socket).then(receive).catch(fail);
    socket.end(JSON.stringify(request));
  });
}

async function answerOn(socket, answer) {
  try {
    const value = await answer(JSON.parse(await readAll(socket)));
    socket.end(JSON.stringify({ value }));
  } catch (error) {
    socket.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
  }
}

/** Reads until the other side has written everything. The socket stays open for a reply. */
function readAll(socket) {
  return new Promise((resolveText, reject) => {
    const chunks = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.once("end", () => resolveText(Buffer.concat(chunks).toString("utf8")));
    socket.once("error", reject);
  });
}

/** Returns false if the path is taken. */
function listen(server, path) {
  return new Promise((resolveListening, reject) => {
    const fail = (error) => (error.code === "EADDRINUSE" ? resolveListening(false) : reject(error));
    server.once("error", fail);
    server.listen(path, () => {
      server.off("error", fail);
      resolveListening(true);
    });
  });
}

/** In the data folder, or in the folder for temporary files if that path is too long. */
function toSocketPath(data) {
  const folder = resolve(data);
  const path = join(folder, "control.sock");
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  return join(tmpdir(), `tutti-${createHash("sha256").update(folder).digest("hex").slice(0, 16)}.sock`);
}
