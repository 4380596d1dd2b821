// The socket on which a local server answers commands about its data folder. It shows that the folder is in use, and lets
// commands reach the database without opening it a second time, which SQLite would refuse while the server writes.
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { createConnection, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const SOCKET = "control.sock";
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
  const file = join(data, SOCKET);
  const server = createServer({ allowHalfOpen: true }, (socket) => void answerOn(socket, answer));
  server.once("close", () => rmSync(file, { force: true }));
  if (await listen(server, data)) return server;
  const other = await sendCommand(data, { type: "describe" });
  if (other) throw new DataInUseError(other.port);
  // left by a server that was killed
  rmSync(file, { force: true });
  if (!(await listen(server, data))) throw new Error(`the socket ${file} cannot be opened`);
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
    // connects to it at once
    const socket = withSocketPath(data, (path) => createConnection(path));
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
function listen(server, data) {
  return new Promise((resolveListening, reject) => {
    const fail = (error) => (error.code === "EADDRINUSE" ? resolveListening(false) : reject(error));
    server.once("error", fail);
    // creates it at once
    withSocketPath(data, (path) =>
      server.listen(path, () => {
        server.off("error", fail);
        resolveListening(true);
      }),
    );
  });
}

/**
 * Uses the socket in the data folder, by a path that is short enough: for a long one, through a link in a folder that only this user
 * can open, and only for the moment.
 */
function withSocketPath(data, use) {
  const folder = resolve(data);
  const path = join(folder, SOCKET);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return use(path);
  const shortcut = mkdtempSync(join(tmpdir(), "tutti-"));
  try {
    symlinkSync(folder, join(shortcut, "data"));
    return use(join(shortcut, "data", SOCKET));
  } finally {
    rmSync(shortcut, { recursive: true });
  }
}
