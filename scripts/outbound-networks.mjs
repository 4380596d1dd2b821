// Which addresses the Worker of a self-hosted server reaches. The runtime checks the address to which a name resolves, when it
// connects.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

/** Addresses that a name must not lead to, although the runtime takes some of them for public. */
const DENIED_NETWORKS = readDeniedNetworks();
/** Link-local addresses, and others at which hosts answer with their own credentials. */
const METADATA_ADDRESSES = ["fe80::/10", "fd00:ec2::254/128", "fd20:ce::254/128", "100.100.100.200/32"];
/** RFC 1918, and RFC 6598, which some virtual private networks use. */
const PRIVATE_NETWORKS = ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10"];

/**
 * Links, covers, sign-in and mail reach public addresses only. Tests allow loopback addresses, which are private.
 *
 * @param {Readonly<Record<string, unknown>>} vars
 */
export function createOutboundNetwork(vars) {
  const isLoopbackAllowed = "LINK_LOOPBACK" in vars || "PROVIDER_LOOPBACK" in vars;
  return toNetwork(isLoopbackAllowed ? ["public", "private"] : ["public"], DENIED_NETWORKS);
}

/**
 * The binding of a second network for the music servers of people, which reaches private addresses too. Those of the
 * metadata services of hosts stay denied. Empty unless the operator allows such servers.
 *
 * @param {Readonly<Record<string, unknown>>} vars
 * @returns {Record<string, ReturnType<typeof toNetwork>>}
 */
export function bindPrivateNetwork({ PRIVATE_MUSIC_SERVERS: isAllowed }) {
  if (isAllowed !== "allow") return {};
  const deny = [...DENIED_NETWORKS.filter((network) => !PRIVATE_NETWORKS.includes(network)), ...METADATA_ADDRESSES];
  return { PRIVATE_NETWORK: toNetwork(["public", "private"], deny) };
}

/**
 * @param {("public" | "private")[]} allow
 * @param {string[]} deny
 */
function toNetwork(allow, deny) {
  return { network: { allow, deny, tlsOptions: { trustBrowserCas: true } } };
}

function readDeniedNetworks() {
  const { reserved, embeddingIpv4 } = JSON.parse(readFileSync(join(ROOT, "app/domain/imports/special-networks.json"), "utf8"));
  return [...reserved, ...Object.values(embeddingIpv4)].map((network) => network.replace(/[[\]]/g, ""));
}
