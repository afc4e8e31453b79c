import ipaddr from 'ipaddr.js';

/** Networks and addresses separated by commas, none for any. An IPv4 address inside of IPv6 is that IPv4 address. */
export function isInNetworks(networks: string, ip: string): boolean {
  if (networks === '') return true;
  if (!ipaddr.isValid(ip)) return false;
  const address = ipaddr.process(ip);
  return networks.split(',').some((network) => {
    const whole = address.kind() === 'ipv4' ? 32 : 128;
    const [base, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.parse(network), whole];
    return address.kind() === base.kind() && address.match(base, bits);
  });
}
