import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tokenOf } from 'gateway/overrides/token';
import { publishedFolder } from 'gateway/registry/registry';
import { keyForBuild, type SigningKey } from 'gateway/trust/signing-key';
import { createTeam, readTeams, teamsFile } from 'gateway/trust/teams';
import type { Locator, Page } from 'playwright/test';
import { integrityOf } from 'server-kit/disk';
import type { RemoteName } from './builds.ts';
import { Stack } from './stack.ts';

/** A stack that accepts override links to test versions, signed with a team's key. */
export interface OverrideStack {
  stack: Stack;
  key: SigningKey;
  env: NodeJS.ProcessEnv;
}

/** Starts a stack that accepts override links for onboarding. @param home a folder owned by the test */
export async function startWithOverrides(home: string): Promise<OverrideStack> {
  const env: NodeJS.ProcessEnv = { DATA_ROOT: home };
  await createTeam(env, 'ward', ['onboarding']);
  const stack = await Stack.start({ overridesBy: await readTeams(teamsFile(env)) });
  return { stack, key: await keyForBuild(env, 'onboarding'), env };
}

/** Returns an override link to the older build of a remote, which is published but not active. */
export async function linkToOlder({ stack, key }: OverrideStack, name: RemoteName, seconds: number): Promise<string> {
  const { older } = stack.builds.remotes[name];
  const manifest = await readFile(join(publishedFolder(stack.deployRoot, name, older), 'remote.json'));
  const token = tokenOf(
    {
      id: randomBytes(8).toString('hex'),
      team: key.team,
      name,
      url: `${stack.url}/remotes/${name}/${older}/remote.json`,
      integrity: integrityOf(manifest),
      gateway: stack.url,
      until: Math.floor(Date.now() / 1000) + seconds,
      kind: 'release',
    },
    key.privateKey,
  );
  return `${stack.url}/override?token=${token}`;
}

/** The banner that marks a test version. */
export const testStrip = (page: Page): Locator => page.getByRole('region', { name: 'Test version' });
