import { BlockList, isIP } from "node:net"

/** IPv4 that is not the public internet (IANA's special-purpose registry), and one metadata service that hides in it. */
const reservedIpv4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8], // this host
  ["10.0.0.0", 8],
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // Azure's platform address
  ["169.254.0.0", 16], // link-local, and most clouds' metadata
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, and broadcast
]

/** Within 2000::/3, which is all of IPv6 that is public: what leads elsewhere by carrying another address inside it. */
const reservedIpv6: readonly (readonly [string, number])[] = [
  ["2001::", 23], // Teredo and others of the IETF's own
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4
  ["3fff::", 20],
]

const blocked = new BlockList()
for (const [net, prefix] of reservedIpv4) blocked.addSubnet(net, prefix, "ipv4")
for (const [net, prefix] of reservedIpv6) blocked.addSubnet(net, prefix, "ipv6")

const publicIpv6 = new BlockList()
publicIpv6.addSubnet("2000::", 3, "ipv6")

/** Whether an IP address is anything but a public one. What is no address at all counts as private. */
export function isPrivateAddress(text: string): boolean {
  const address = text.replace(/%.*$/, "")
  switch (isIP(address)) {
    case 4:
      return blocked.check(address, "ipv4")
    case 6:
      // Loopback, mapped and translated IPv4, unique and link-local, multicast: all lie outside of 2000::/3.
      return !publicIpv6.check(address, "ipv6") || blocked.check(address, "ipv6")
    default:
      return true
  }
}
