import { execFileSync } from 'node:child_process';
import { connect, createServer, isIP, type Server } from 'node:net';

interface NpmConfig {
  registry: string;
  cache: string;
  proxy: string | null;
  'https-proxy': string | null;
  cafile: string | null;
}

export function npmConfig(): NpmConfig {
  return JSON.parse(execFileSync('npm', ['config', 'list', '--long', '--json'], { encoding: 'utf8' }));
}

/** The server to which npm connects: its proxy if it has one, else the registry. */
const serverOf = ({ registry, proxy, 'https-proxy': httpsProxy }: NpmConfig): URL =>
  new URL((registry.startsWith('https:') ? (httpsProxy ?? proxy) : proxy) ?? registry);

const portOf = ({ port, protocol }: URL) => Number(port || (protocol === 'https:' ? 443 : 80));

/** The npm registry, forwarded to a machine without internet access. */
export interface ForwardedRegistry {
  /** Host name that the machine's hosts file must map to `address`; undefined if the registry has none. */
  host: string | undefined;
  address: string;
  /** Lines for the machine's npmrc. */
  npmrc: string[];
  close(): void;
}

/** Forwards connections to an address of this machine to npm's server, without reading them. */
export async function forwardRegistry(address: string): Promise<ForwardedRegistry> {
  const config = npmConfig();
  const server = serverOf(config);
  const [host, port] = [server.hostname, portOf(server)];
  const hasName = isIP(host) === 0 && host !== 'localhost';
  const here = (url: string) => {
    const changed = new URL(url);
    if (!hasName && changed.hostname === host) changed.hostname = address;
    return changed.href;
  };
  const forwarder = createServer((from) => {
    const to = connect(port, host);
    from.on('error', () => to.destroy()).on('close', () => to.destroy());
    to.on('error', () => from.destroy());
    from.pipe(to).pipe(from);
  });
  await listen(forwarder, address, port);
  const proxies = (['proxy', 'https-proxy'] as const).flatMap((name) => {
    const proxy = config[name];
    return proxy === null ? [] : [`${name}=${here(proxy)}`];
  });
  return {
    host: hasName ? host : undefined,
    address,
    npmrc: [`registry=${here(config.registry)}`, ...proxies],
    close: () => forwarder.close(),
  };
}

function listen(server: Server, address: string, port: number): Promise<void> {
  return new Promise((done, fail) => {
    server.once('error', fail).listen(port, address, done);
  });
}
