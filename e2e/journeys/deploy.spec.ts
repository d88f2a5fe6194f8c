import type { Page } from 'playwright/test';
import type { FolderFiles } from '../../gateway/common/disk.ts';
import { deployPage } from '../../gateway/pages/deploy/access/command.ts';
import { performOn } from '../../gateway/publish/actions.ts';
import { REMOTE_MANIFEST } from '../../gateway/registry/manifest.ts';
import { SOURCE_MAPS } from '../../gateway/registry/source-maps.ts';
import { violations } from '../support/axe.ts';
import { readPublished } from '../support/builds.ts';
import { publishRemote } from '../support/command.ts';
import { deriveBuild } from '../support/derived-build.ts';
import { expect, JOURNEY, test } from '../support/fixtures.ts';
import { signingSettings } from '../support/keys.ts';
import {
  answerAdmissionSurvey,
  openAdmissionSurvey,
  screen,
  STEPS_TO_ADMISSION_SURVEY as storySteps,
} from '../support/screens.ts';
import { recordRequests, versionsIn } from '../support/traffic.ts';

const NEXT = '1.7.0';

/** Opens the list of events, which does not request the survey yet. Resolves with the page's requests. */
async function openEvents(page: Page): Promise<string[]> {
  const requests = recordRequests(page);
  await page.goto('/profile/1/events');
  await page.getByRole('link', { name: /How was your admission\?/ }).waitFor();
  return requests;
}

/** Returns a remote's declaration without the sizes of files. */
const withoutSizes = (text: string) => JSON.stringify({ ...JSON.parse(text), sizes: {}, bytes: 0 });

/** Returns the words among a script's strings: variables and module numbers depend on the version. */
const wordsIn = (script: string) => [...script.matchAll(/"[\w@*./^-]+"/g)].flat().sort().join('\n');

/** Returns what is the same in all builds of one version of a remote. The hashes of files are replaced by `*`. */
function comparable(files: FolderFiles): Record<string, string> {
  const names = [...files.keys()].flatMap((path) => /\.([0-9a-f]{8})\./.exec(path)?.[1] ?? []);
  const hashes = new RegExp(`${names.join('|')}|sha384-[\\w+/]{64}`, 'g');
  const contentOf = (path: string, text: string) => {
    if (path === SOURCE_MAPS) return '';
    if (path === REMOTE_MANIFEST) return withoutSizes(text);
    return path.endsWith('.js') ? wordsIn(text) : text;
  };
  const texts = [...files].map(([path, content]) => {
    return [path.replace(hashes, '*'), contentOf(path, content.toString('latin1').replace(hashes, '*'))] as const;
  });
  return Object.fromEntries(texts);
}

test('new version of a remote is served on the next load, and a rollback restores the previous one', async ({
  context,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  const { active } = stack.builds.remotes.surveys;
  const shellBefore = (await stack.registry()).shell;
  const early = await context.newPage();
  const requestsOfEarly = await openEvents(early);
  expect(versionsIn(requestsOfEarly, 'surveys')).toEqual([]);

  expect(await publishRemote(stack, 'surveys-mfe', '--version', NEXT)).toContain(`surveys ${NEXT} is active now`);
  await test.step('a version that the tests derive is the same as this one, which is built', async () => {
    const derived = deriveBuild(await readPublished(stack.deployRoot, 'surveys', active), active, NEXT);
    const built = await readPublished(stack.deployRoot, 'surveys', NEXT);
    expect(comparable(derived)).toEqual(comparable(built));
  });
  const next = await context.newPage();
  const requestsOfNext = await openEvents(next);
  await openAdmissionSurvey(next);
  expect(versionsIn(requestsOfNext, 'surveys')).toEqual([NEXT]);

  expect(await publishRemote(stack, 'surveys', '--rollback')).toContain(`surveys ${active} is active now`);
  const late = await context.newPage();
  const requestsOfLate = await openEvents(late);
  await openAdmissionSurvey(late);
  expect(versionsIn(requestsOfLate, 'surveys')).toEqual([active]);

  // None of this built a shell or restarted anything.
  expect((await stack.registry()).shell).toEqual(shellBefore);

  // The page that stayed open and the one that had loaded the rolled-back version keep working.
  await openAdmissionSurvey(early);
  await answerAdmissionSurvey(early);
  expect(versionsIn(requestsOfEarly, 'surveys')).toEqual([active]);
  await answerAdmissionSurvey(next);
  expect(versionsIn(requestsOfNext, 'surveys')).toEqual([NEXT]);
});

test(
  'page that was opened before a deploy keeps the version it started with',
  JOURNEY,
  async ({ page, signIn, stack }) => {
    await signIn('patient', { storySteps });
    const { active, older } = stack.builds.remotes.surveys;
    const requests = await openEvents(page);
    await stack.changeRegistry(({ remotes }) => {
      if (remotes.surveys) remotes.surveys.active = older;
    });

    await openAdmissionSurvey(page);
    await answerAdmissionSurvey(page);
    expect(versionsIn(requests, 'surveys')).toEqual([active]);

    await page.reload();
    await screen(page, 'How was your admission?');
    await page.getByRole('button', { name: 'Change my answers' }).click();
    await page.getByRole('button', { name: 'Send feedback' }).waitFor();
    expect(versionsIn(requests, 'surveys')).toEqual([active, older]);
  },
);

test('rollback by click on the page /deploy reaches an open phone at its next load', async ({
  context,
  page,
  signIn,
  stack,
}) => {
  await signIn('patient', { storySteps });
  const { active, older } = stack.builds.remotes.surveys;
  await performOn(stack.deployRoot, 'surveys', { kind: 'to', version: older }, {});
  const requests = await openEvents(page);
  await openAdmissionSurvey(page);
  expect(versionsIn(requests, 'surveys')).toEqual([older]);

  const { SIGNING_KEY_FILE } = await signingSettings();
  const printed = await deployPage(['--gateway', stack.url, '--key', SIGNING_KEY_FILE], {});
  const deploy = await context.newPage();
  await deploy.goto(printed.split('\n').at(-1) ?? '');
  await deploy.getByRole('button', { name: 'Open the page' }).click();
  await deploy.getByRole('heading', { name: 'Releases', level: 1 }).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByRole('link', { name: 'surveys', exact: true }).click();
  await deploy.getByRole('heading', { name: 'surveys', level: 1 }).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByRole('link', { name: 'Roll back' }).click();
  await deploy.getByText(`every browser gets ${active} instead of ${older}`).waitFor();
  expect(await violations(deploy)).toEqual([]);
  await deploy.getByLabel('Reason').fill('The form hangs');
  await deploy.getByRole('button', { name: `Roll back to ${active}` }).click();
  await expect(deploy.getByRole('status')).toHaveText(
    `surveys ${active} is active again; no browser gets ${older} any more.`,
  );
  await expect(deploy.getByText('The form hangs (through the page)')).toBeVisible();

  await page.reload();
  await screen(page, 'How was your admission?');
  await expect.poll(() => versionsIn(requests, 'surveys')).toEqual([older, active]);
});
