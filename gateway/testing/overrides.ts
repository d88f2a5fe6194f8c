import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { integrityOf } from 'server-kit/disk';
import type { Override } from '../overrides/token.ts';
import { publishBuilt } from '../publish/publisher.ts';
import { publishedFolder } from '../registry/registry.ts';
import { type Published, startPublished, writeRemoteBuild, writeTeams } from './fixtures.ts';
import { serve } from './servers.ts';
import { makeTeam } from './teams.ts';

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
