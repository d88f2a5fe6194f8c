import { mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { buildPackage, packageFolder, REMOTE_NAMES } from '../../gateway/publish/package-build.ts';
import { publishBuilt } from '../../gateway/publish/publisher.ts';
import { sourceHashes } from '../../tools/commands/building/source-hash.ts';
import { expect, test } from '../support/fixtures.ts';
import { keyOf } from '../support/keys.ts';
import { PackageCopy } from '../support/package-copy.ts';
import { screen } from '../support/screens.ts';

const VERSION = '1.0.1';
const FOLDERS = ['shell', ...REMOTE_NAMES].map((name) => packageFolder(name).slice(REPO.length + 1));

/** A call that timeline has not made so far, to an existing endpoint of the API. */
const CALL = `import { readThrough } from 'shared-ui';

export const fetchResultNames = () => readThrough<{ name: string }[]>('v1/results');
`;

const SCREEN = `import { Page, useLoad } from 'shared-ui';
import { fetchResultNames } from '../../api/result-names.ts';

export function DigestScreen() {
  const { value } = useLoad(fetchResultNames, []);
  return (
    <Page title="Digest">
      <p>{value ? \`\${value.length} results so far\` : ''}</p>
    </Page>
  );
}
`;

/** Adds a screen with its own route and its own call to a copy of the timeline package. */
async function addScreen(copy: PackageCopy): Promise<void> {
  await copy.add('src/api/result-names.ts', CALL);
  await copy.add('src/screens/digest/DigestScreen.tsx', SCREEN);
  await copy.change('src/feature.tsx', (text) =>
    text
      .replace(/^/, "import { DigestScreen } from './screens/digest/DigestScreen.tsx';\n")
      .replace('  routes: [', "  routes: [\n    { path: 'digest', element: <DigestScreen /> },"),
  );
  await copy.change('webpack.config.cjs', (text) =>
    text.replace('  routes: [', "  routes: [\n    { path: '/digest', guard: 'patient' },"),
  );
}

/** Links the repository into `folder`, with the changed package in place of the original. */
async function repositoryWith(copy: PackageCopy, name: string, folder: string): Promise<string> {
  for (const entry of await readdir(REPO)) {
    await symlink(entry === name ? copy.folder : join(REPO, entry), join(folder, entry));
  }
  return folder;
}

test('screen with a new route and a new call changes only its remote, and needs no other build', async ({
  page,
  signIn,
  stack,
}, testInfo) => {
  const copy = await PackageCopy.make('timeline-mfe', testInfo.outputPath('timeline-mfe'));
  await addScreen(copy);
  const changed = testInfo.outputPath('repository');
  await mkdir(changed);
  const before = await sourceHashes(REPO, FOLDERS);
  const after = await sourceHashes(await repositoryWith(copy, 'timeline-mfe', changed), FOLDERS);
  expect(FOLDERS.filter((folder) => before.get(folder) !== after.get(folder))).toEqual(['timeline-mfe']);

  const out = testInfo.outputPath('dist');
  await buildPackage({ name: 'timeline', version: VERSION, out, folder: copy.folder });
  const { shell, remotes } = await stack.registry();
  await publishBuilt(stack.deployRoot, out, {}, { key: await keyOf('timeline') });
  const published = await stack.registry();
  expect(published.shell).toEqual(shell);
  expect(published.remotes).toEqual({ ...remotes, timeline: published.remotes.timeline });

  await signIn('patient', { storySteps: 1 });
  await page.goto('/digest');
  await screen(page, 'Digest');
  await expect(page.getByText(/^\d+ results so far$/)).toBeVisible();
});
