import { generateKeyPairSync } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { integrityOf } from '../common/disk.ts';
import { publishBuilt } from '../publish/publisher.ts';
import { publishedFolder } from '../registry/registry.ts';
import { type Published, startPublished, writeRemoteBuild, writeTeams } from '../testing/fixtures.ts';
import { publicHalf } from '../trust/signature.ts';
import type { Override } from './token.ts';

/** Returns a team for tests: its private key, and its entry in the list of teams. */
export function makeTeam(team: string, remotes: string[]) {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { key: { team, privateKey }, listed: { publicKey: publicHalf(privateKey), remotes } };
}

/** Starts a server on this machine until the test ends. Returns its origin. */
export async function serve(test: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  test.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export interface OverrideStage extends Published {
  ward: ReturnType<typeof makeTeam>;
  lab: ReturnType<typeof makeTeam>;
  /** The remote.json of surveys 1.4.0, a test version on another server, and its URL. */
  manifest: string;
  url: string;
  /** Returns the contents of a link to it. */
  override(change?: Partial<Override>): Override;
}

/** A gateway that can't reach servers on the machine of the person who opens a link, and one on that machine. */
const GATEWAY = 'https://lodestar.example.org';
export const LOCAL_GATEWAY = 'http://localhost:3000';

/**
 * Starts a gateway that accepts links to test versions, two teams (ward owns surveys, lab owns records) and a version
 * on another server.
 */
export async function startOverrides(
  test: TestContext,
  apiUrls?: string[],
  { publicUrl = GATEWAY, acceptsLocalKeys = false } = {},
): Promise<OverrideStage> {
  const [ward, lab] = [makeTeam('ward', ['surveys', 'pharmacy']), makeTeam('lab', ['records'])];
  const listener: { folder: string } = { folder: '' };
  const origin = await serve(test, async ({ url = '' }, response) => {
    const content = await readFile(join(listener.folder, url)).catch(() => undefined);
    response.writeHead(content ? 200 : 404, { 'access-control-allow-origin': '*' }).end(content);
  });
  const settings = { overrides: true, acceptsLocalKeys, trustedProxies: ['loopback'], publicUrl };
  const change = { ...settings, ...(apiUrls ? { apiUrls } : {}) };
  const published = await startPublished(test, change);
  const { folder } = published;
  await writeTeams(folder, { ward: ward.listed, lab: lab.listed });
  await mkdir(join(folder, 'elsewhere'));
  await writeRemoteBuild(join(folder, 'build'), { version: '1.4.0' });
  await publishBuilt(join(folder, 'elsewhere'), join(folder, 'build'));
  listener.folder = publishedFolder(join(folder, 'elsewhere'), 'surveys', '1.4.0');
  const manifest = await readFile(join(listener.folder, 'remote.json'), 'utf8');
  const url = `${origin}/remote.json`;
  const override = (other: Partial<Override> = {}): Override => ({
    id: '0123456789abcdef',
    team: 'ward',
    name: 'surveys',
    url,
    integrity: integrityOf(Buffer.from(manifest)),
    gateway: publicUrl,
    until: Math.floor(Date.now() / 1000) + 600,
    kind: 'release',
    ...other,
  });
  return { ...published, ward, lab, manifest, url, override };
}
