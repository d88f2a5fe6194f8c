import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { REPO } from '../../gateway/common/paths.ts';
import { manageKeys } from '../../gateway/publish/keys.ts';
import { addTeam, privateKeyFile, readTeams, teamIn, teamsFile } from '../../gateway/trust/teams.ts';
import { sourceHashes } from '../../tools/commands/building/source-hash.ts';
import { ACCOUNTS } from '../support/api.ts';
import { publishRemote } from '../support/command.ts';
import { expect, test } from '../support/fixtures.ts';
import { comeBackOffline, openAndKeep } from '../support/offline.ts';
import { makeProject, type Project } from '../support/own-repository.ts';
import { goIntoTheApp, logIn, screen } from '../support/screens.ts';
import type { Stack } from '../support/stack.ts';
import { isSeen, isSliceKept, vaultIsEmpty } from '../support/storage.ts';
import { recordRequests } from '../support/traffic.ts';

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

/** Resolves with the texts sent to the support team, newest first. */
async function supportTexts(api: { texts(number: string): Promise<string[]> }): Promise<string[]> {
  const { supportPhones } = JSON.parse(await readFile(join(REPO, 'shell', 'brand.json'), 'utf8'));
  return api.texts(supportPhones[0].number);
}

test('feature in its own repository has no type or lint error, passes its tests and can be published as created', async () => {
  expect(await pharmacy.command('tsc', '--noEmit')).toBe('');
  expect(await pharmacy.command('biome', 'check', '--error-on-warnings')).toContain('No fixes applied.');
  const tests = await pharmacy.command('jest');
  expect(tests).toMatch(/^Tests: +\d+ passed, \d+ total$/m);
  expect(tests).not.toMatch(/^ +at /m);
  const answers = (await pharmacy.command('can-i-publish', 'dist')).trim().split('\n');
  expect(answers.filter((answer) => !answer.startsWith('yes '))).toEqual([]);
});

test('published feature reads and writes its own state and data, at its route and from the menu, with no other build', async ({
  page,
  signIn,
  stack,
}) => {
  const { shell } = await stack.registry();
  const sources = await sourceHashes(REPO, ['shell', 'shared-ui', 'timeline-mfe']);
  expect(await publishPharmacy(stack)).toContain('pharmacy 1.0.0 is active now');

  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await page.goto('/app');
  await openPharmacy(page);
  await expect(page).toHaveURL(/\/pharmacy$/);
  await talkAbout(page).first().click();
  await expect(noted(page)).toHaveCount(1);
  const before = (await supportTexts(stack.api)).length;
  await page.getByRole('button', { name: 'Send 1 topic' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Sent.' })).toBeVisible();
  expect(await supportTexts(stack.api)).toHaveLength(before + 1);
  await expect(noted(page)).toHaveCount(0);

  expect((await stack.registry()).shell).toEqual(shell);
  expect(await sourceHashes(REPO, ['shell', 'shared-ui', 'timeline-mfe'])).toEqual(sources);
});

test('published feature and its menu entry are shown in French', async ({ page, signIn, stack }) => {
  await publishPharmacy(stack);
  await signIn('patient', { storySteps: 1, settings: { locale: 'fr' } });
  await page.goto('/pharmacy');
  await expect(page.getByText('Notez ce dont vous aimeriez parler.')).toBeVisible();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu(page).getByRole('link', { name: 'Pharmacy' })).toHaveAttribute('href', '/pharmacy');
});

test('visitor downloads no byte of the feature and lands on the start', async ({ page, stack }) => {
  await publishPharmacy(stack);
  const requests = recordRequests(page);
  await page.goto('/pharmacy');
  await screen(page, 'Welcome to Lodestar');
  expect(requests.filter((url) => url.includes('/remotes/pharmacy/'))).toEqual([]);
});

test('visited feature works without network, and a sign-out removes its stored data', async ({
  page,
  problems,
  signIn,
  stack,
}) => {
  await publishPharmacy(stack);
  await signIn('patient', { storySteps: Number.POSITIVE_INFINITY });
  await openAndKeep(page, '/pharmacy');
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
