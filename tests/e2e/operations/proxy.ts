import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "#scripts/project.mjs";
import { findProgram } from "#scripts/proxy-programs.mjs";
import { expect } from "../test.ts";

// Runs a proxy as docs/self-hosting.md describes it, on a port of the loopback address and with a certificate of its own.

export const PROXIES = ["caddy", "nginx"] as const;
export type ProxyName = (typeof PROXIES)[number];
/** The host name in the configurations. */
export const HOST = "music.example";

/** The programs that a proxy needs and this machine lacks. */
export function listMissingPrograms(name: ProxyName): readonly string[] {
  return [name, "openssl"].filter((program) => findProgram(program) === undefined);
}

type Ports = { readonly port: number; readonly serverPort: number };

export async function startProxy(name: ProxyName, ports: Ports): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), `tutti-${name}-`));
  const certificate = [
    "-keyout",
    join(folder, "key.pem"),
    "-out",
    join(folder, "cert.pem"),
    "-subj",
    `/CN=${HOST}`,
    "-days",
    "1",
  ];
  const key = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  execFileSync(findProgram("openssl") ?? "", ["req", ...key, ...certificate], { stdio: "ignore" });
  const file = join(folder, "proxy.conf");
  writeFileSync(file, CONFIGURATIONS[name](readConfiguration(name), { ...ports, folder }));
  const args = name === "caddy" ? ["run", "--adapter", "caddyfile", "--config", file] : ["-p", folder, "-c", file];
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(findProgram(name) ?? "", args, { env, stdio: ["ignore", "ignore", "pipe"] });
  let log = "";
  child.stderr.on("data", (chunk) => {
    log += String(chunk);
  });
  const kill = () => child.kill();
  process.once("exit", kill);
  const isUp = async () => {
    if (hasEnded(child)) throw new Error(`${name} did not start:\n${log}`);
    const { status } = await send(ports.port, "/api/health").catch(() => ({ status: 0 }));
    return status;
  };
  await expect.poll(isUp, { timeout: 30_000, intervals: [50] }).toBe(200);
  return {
    async stop() {
      child.kill("SIGKILL");
      await expect.poll(() => hasEnded(child), { intervals: [20] }).toBe(true);
      process.off("exit", kill);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** The block of the documentation with the configuration of a proxy. */
function readConfiguration(name: ProxyName): string {
  const page = readFileSync(join(ROOT, "docs/self-hosting.md"), "utf8");
  const block = new RegExp(`^\`\`\`${name}\n(.*?)^\`\`\`$`, "ms").exec(page)?.[1];
  if (!block) throw new Error(`docs/self-hosting.md has no configuration of ${name}`);
  return block;
}

type Place = Ports & { readonly folder: string };

/** Changes the address, the certificate and the port of the server only. */
const CONFIGURATIONS: Record<ProxyName, (text: string, place: Place) => string> = {
  caddy(text, { port, serverPort, folder }) {
    const site = `${HOST}:${port} {\n    bind 127.0.0.1\n    tls ${folder}/cert.pem ${folder}/key.pem`;
    const changed = replaceAll(text, { [`${HOST} {`]: site, "127.0.0.1:8787": `127.0.0.1:${serverPort}` });
    return `{\n    admin off\n    auto_https disable_redirects\n}\n${changed}`;
  },
  nginx(text, { port, serverPort, folder }) {
    const changed = replaceAll(text, {
      "listen 443 ssl": `listen 127.0.0.1:${port} ssl`,
      [`/etc/letsencrypt/live/${HOST}/fullchain.pem`]: `${folder}/cert.pem`,
      [`/etc/letsencrypt/live/${HOST}/privkey.pem`]: `${folder}/key.pem`,
      "127.0.0.1:8787": `127.0.0.1:${serverPort}`,
    });
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${folder}/${kind};`,
    );
    const http = `access_log off;\n${temporary.join("\n")}\n${changed}`;
    const main = `daemon off;\nmaster_process off;\npid ${folder}/pid;\nerror_log stderr;\nevents {}`;
    return `${main}\nhttp {\n${http}}\n`;
  },
};

function replaceAll(text: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the configuration has no "${from}"`);
    return changed.replaceAll(from, to);
  }, text);
}

type Sent = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
  /** The name that the client asks the proxy for while TLS is set up. */
  readonly serverName?: string;
};
type Received = { readonly status: number; readonly headers: Readonly<Record<string, unknown>>; readonly text: string };

/** Sends a request to a proxy with exactly this path and these headers. An accepted WebSocket has the status 101. */
export function send(port: number, path: string, { method = "GET", headers = {}, body, serverName = HOST }: Sent = {}) {
  const options = { host: "127.0.0.1", port, path, method, servername: serverName, rejectUnauthorized: false, agent: false };
  return new Promise<Received>((resolve, reject) => {
    const sent = request({ ...options, headers: { Host: `${HOST}:${port}`, ...headers } as Record<string, string> });
    sent.once("error", reject);
    sent.once("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text: "" });
    });
    sent.once("response", async (response) => {
      let text = "";
      for await (const chunk of response.setEncoding("utf8")) text += chunk;
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
    });
    sent.end(body);
  });
}
