import { isIP } from "node:net"
import ipaddr from "ipaddr.js"

/** Networks that the library wrongly treats as public. */
const otherPrivate = [
  "168.63.129.16/32", // Azure's platform address
  "192.88.99.0/24", // 6to4 relay anycast
  "2001::/23", // IETF protocol assignments
  "3fff::/20", // documentation
].map((net) => ipaddr.parseCIDR(net))

/** The public range of IPv6. Mapped IPv4, unique local, link-local and multicast addresses lie outside it. */
const publicIpv6 = ipaddr.parseCIDR("2000::/3")

/** Whether an IP address is anything but a public one. What is no address at all counts as private. */
export function isPrivateAddress(text: string): boolean {
  const literal = text.replace(/%.*$/, "")
  if (!isIP(literal)) return true
  const address = ipaddr.parse(literal)
  if (address.range() !== "unicast") return true
  if (address.kind() === "ipv6" && !isWithin(address, publicIpv6)) return true
  return otherPrivate.some((net) => isWithin(address, net))
}

type Address = ReturnType<typeof ipaddr.parse>

function isWithin(address: Address, [net, prefix]: ReturnType<typeof ipaddr.parseCIDR>): boolean {
  return address.kind() === net.kind() && address.match(net as never, prefix)
}
