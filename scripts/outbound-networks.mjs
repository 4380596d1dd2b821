// Which addresses the Worker of a self-hosted server reaches. The runtime checks the address to which a name resolves, when it
// connects.
import { lookup } from "node:dns/promises";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { ROOT } from "./project.mjs";

/** Addresses that a name must not lead to, although the runtime takes some of them for public. */
const DENIED_NETWORKS = readDeniedNetworks();
/** Link-local addresses, and others at which hosts answer with their own credentials. */
const METADATA_ADDRESSES = ["fe80::/10", "fd00:ec2::254/128", "fd20:ce::254/128", "100.100.100.200/32"];
/** Where this machine answers: 0.0.0.0 and :: lead to it, too, and any address can be written as one of IPv6. */
const THIS_MACHINE = ["127.0.0.0/8", "0.0.0.0/32", "::/128", "::1/128", "::ffff:0:0/96"];
/** The entry for all private networks. */
const ALL = "allow";
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
 * The binding of a second network for the music servers of people, which reaches private addresses too: those of all private
 * networks, or those that the operator names. This machine and the metadata services of hosts stay denied unless they are named.
 * Empty unless the operator allows such servers.
 *
 * @param {Readonly<Record<string, unknown>>} vars
 * @param {readonly string[]} [ownAddresses] of this machine
 * @returns {Promise<Record<string, ReturnType<typeof toNetwork>>>}
 */
export async function bindPrivateNetwork({ PRIVATE_MUSIC_SERVERS: servers = "" }, ownAddresses = listOwnAddresses()) {
  const entries = String(servers)
    .split(/[\s,]+/)
    .filter(Boolean);
  if (entries.length === 0) return {};
  const named = (await Promise.all(entries.filter((entry) => entry !== ALL).map(toCidrs))).flat();
  const isOpen = entries.includes(ALL);
  const denied = [...DENIED_NETWORKS, ...THIS_MACHINE, ...METADATA_ADDRESSES, ...ownAddresses.map(toCidr)].filter(
    (network) => !named.includes(network) && !(isOpen && PRIVATE_NETWORKS.includes(network)),
  );
  // where networks contain each other, the runtime obeys the smallest
  return { PRIVATE_NETWORK: toNetwork(["public", ...(isOpen ? ["private"] : []), ...named], denied) };
}

/** The networks of an entry of the operator's list: a network, an address, or a name, which is looked up now. */
async function toCidrs(entry) {
  if (entry.includes("/")) return [entry];
  if (isIP(entry)) return [toCidr(entry)];
  try {
    return (await lookup(entry, { all: true })).map(({ address }) => toCidr(address));
  } catch {
    console.warn(`PRIVATE_MUSIC_SERVERS: there is no address for ${entry}. It stays closed until the next start.`);
    return [];
  }
}

function toCidr(address) {
  return `${address}/${isIP(address) === 4 ? 32 : 128}`;
}

/** Without those of the loopback network. */
function listOwnAddresses() {
  const addresses = Object.values(networkInterfaces()).flatMap((entries = []) => entries);
  return addresses.filter(({ internal }) => !internal).map(({ address }) => address);
}

/**
 * @param {string[]} allow "public", "private" or networks
 * @param {string[]} deny
 */
function toNetwork(allow, deny) {
  return { network: { allow, deny, tlsOptions: { trustBrowserCas: true } } };
}

function readDeniedNetworks() {
  const { reserved, embeddingIpv4 } = JSON.parse(readFileSync(join(ROOT, "app/domain/imports/special-networks.json"), "utf8"));
  return [...reserved, ...Object.values(embeddingIpv4)].map((network) => network.replace(/[[\]]/g, ""));
}
