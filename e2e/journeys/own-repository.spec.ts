import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { manageKeys } from 'gateway/publish/keys';
import { addTeam, privateKeyFile, readTeams, teamIn, teamsFile } from 'gateway/trust/teams';
import type { Page } from 'playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { ACCOUNTS } from '../support/hospital/api.ts';
import { makeProject, type Project } from '../support/hospital/own-repository.ts';
import { publishRemote } from '../support/hospital/publish.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { comeBackOffline, openAndKeep } from '../support/phone/offline.ts';
import { isSeen, isSliceKept, vaultIsEmpty } from '../support/phone/storage.ts';
import { goIntoTheApp, logIn, screen } from '../support/screens/screens.ts';

/** The project is created once for all of these tests. */
test.describe.configure({ mode: 'default' });
test.use({ serviceWorkers: 'allow' });

let home: string;
let pharmacy: Project;
let dist: string;

/** The team that maintains it, with its own key. */
const TEAM = 'pharmacy-team';

/** Publishes it with its team's key, which the operator of the stack has listed. */
async function publishPharmacy(stack: Stack): Promise<string> {
  const team = teamIn(await readTeams(teamsFile({ DATA_ROOT: home })), TEAM);
  const known = teamIn(await readTeams(stack.teamKeysFile), TEAM);
  const settings = { DATA_ROOT: home, TEAM_KEYS_FILE: stack.teamKeysFile };
  if (team && !known) await addTeam(settings, TEAM, team);
  return publishRemote(stack, '--dir', dist, '--key', privateKeyFile(settings, TEAM));
}

test.beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'own-repository-'));
  pharmacy = await makeProject(home, 'feature', 'pharmacy');
  await pharmacy.command('build-remote');
  dist = join(pharmacy.folder, 'dist');
  await manageKeys(['create', TEAM, '--remotes', 'pharmacy'], { DATA_ROOT: home });
});

test.afterAll(() => rm(home, { recursive: true, force: true }));

const menu = (page: Page) => page.getByRole('dialog', { name: 'Menu' });
const talkAbout = (page: Page) => page.getByRole('button', { name: /^Talk about “/ });
const noted = (page: Page) => page.getByRole('button', { name: /^Noted: “/ });

async function openPharmacy(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await menu(page).getByRole('link', { name: 'Pharmacy' }).click();
  await screen(page, 'Pharmacy');
}

test('feature in its own repository passes its checks as created', async () => {
  expect(await pharmacy.command('tsc', '--noEmit')).toBe('');
  expect(await pharmacy.command('biome', 'check', '--error-on-warnings')).toContain('No fixes applied.');
  const tests = await pharmacy.command('jest');
  expect(tests).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
  expect(tests).not.toMatch(/^ +at /m);
  const answers = (await pharmacy.command('can-i-publish', 'dist')).trim().split('\n');
  expect(answers.filter((answer) => !answer.startsWith('yes '))).toEqual([]);
});

test('published feature works, also without network, until the sign-out', async ({ page, problems, signIn, stack }) => {
  const { shell } = await stack.registry();
  expect(await publishPharmacy(stack)).toContain('pharmacy 1.0.0 is active now');
  expect((await stack.registry()).shell).toEqual(shell);
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openAndKeep(page, '/app');
  await openPharmacy(page);
  await expect(page).toHaveURL(/\/pharmacy$/);
  await talkAbout(page).first().click();
  await expect(noted(page)).toHaveCount(1);
  await expect.poll(() => isSliceKept(page, 'pharmacy')).toBe(true);
  await expect.poll(() => isSeen(page, 'v1/care-plans')).toBe(true);
  const cold = await comeBackOffline(page, problems);
  await cold.goto('/pharmacy');
  await screen(cold, 'Pharmacy');
  await expect(noted(cold)).toHaveCount(1);
  await talkAbout(cold).first().click();
  await expect(noted(cold)).toHaveCount(2);

  await cold.context().setOffline(false);
  await cold.getByRole('button', { name: 'Send 2 topics' }).click();
  await expect(cold.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible();
  await expect(noted(cold)).toHaveCount(0);
  await talkAbout(cold).first().click();
  await expect(noted(cold)).toHaveCount(1);
  await cold.getByRole('button', { name: 'Menu' }).click();
  await cold.getByRole('button', { name: 'Log out' }).click();
  await screen(cold, 'Welcome to Lodestar');
  await vaultIsEmpty(cold, 'seen/');
  await logIn(cold, ACCOUNTS.patient.email);
  await goIntoTheApp(cold);
  await openPharmacy(cold);
  await expect(talkAbout(cold).first()).toBeVisible();
  await expect(noted(cold)).toHaveCount(0);
});
