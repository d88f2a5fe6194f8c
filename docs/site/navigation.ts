import { globSync } from 'node:fs';
import { REPO } from 'server-kit/paths';

/** Pages for one reader, in reading order. Paths are relative to the repository's root. */
interface Section {
  title: string;
  /** What the reader finds here, for the first page and for `llms.txt`. */
  summary: string;
  files: string[];
  /** Whether teams in other repositories get these pages with the package `shared-ui`. */
  isForTeams?: true;
  /** Pages of a folder, under their own heading. Its README comes first. */
  folders?: { title: string; folder: string }[];
}

export const SECTIONS: readonly Section[] = [
  {
    title: 'Lodestar',
    summary: 'What the product does, and what changed in each version.',
    files: ['README.md', 'docs/product-rules.md', 'CHANGELOG.md'],
  },
  {
    title: 'Operators',
    summary: 'Set up production, its settings, health, logs and containers.',
    files: [
      'docs/operate.md',
      'docs/desk-access.md',
      'docs/incidents.md',
      'docs/availability.md',
      'docs/run-it.md',
      'docs/scale.md',
      'docs/feed.md',
      'docs/explain.md',
      'docs/deploy/README.md',
    ],
  },
  {
    title: 'Feature teams',
    isForTeams: true,
    summary: 'Add screens, state and menu entries from your own repository, and publish them.',
    files: [
      'docs/add-a-remote.md',
      'docs/publish-a-remote.md',
      'docs/shared-ui.md',
      'tools/lodestar-shell/README.md',
      'e2e/kit/README.md',
    ],
  },
  {
    title: 'Integrators',
    isForTeams: true,
    summary: "Replace the feedback forms with your hospital's own, in any framework.",
    files: ['docs/swap-the-surveys-remote.md'],
  },
  {
    title: 'Contributors',
    summary: 'How the parts work together, how they are tested, and why they are as they are.',
    files: [
      'CONTRIBUTING.md',
      'docs/architecture.md',
      'docs/test-across-remotes.md',
      'docs/media.md',
      'mock-api/README.md',
    ],
    folders: [{ title: 'Decisions', folder: 'docs/decisions' }],
  },
  {
    title: 'Compliance',
    summary: 'Guarantees with their tests, hazards, privacy and the security standard, row by row.',
    files: [
      'docs/security.md',
      'docs/compliance/record-of-processing.md',
      'docs/compliance/hazards.md',
      'docs/compliance/care-checklists.md',
    ],
    folders: [{ title: 'OWASP ASVS', folder: 'docs/compliance/asvs' }],
  },
];

/** Returns a folder's pages, its README first. */
export function filesOf(folder: string): string[] {
  const files = globSync(`${folder}/*.md`, { cwd: REPO });
  return files.toSorted(
    (a, b) => Number(b.endsWith('/README.md')) - Number(a.endsWith('/README.md')) || (a < b ? -1 : 1),
  );
}

/** Returns all pages of a section, in reading order. */
export const allFilesOf = ({ files, folders = [] }: Section): string[] => [
  ...files,
  ...folders.flatMap(({ folder }) => filesOf(folder)),
];

/** Returns the path of a page on the site: `docs/operate.md` -> `operate.md`, `e2e/kit/README.md` -> `e2e-kit.md`. */
export function routeOf(file: string): string {
  if (file === 'README.md') return 'overview.md';
  if (file.startsWith('docs/')) return file.replace('docs/', '').replace(/README\.md$/, 'index.md');
  return file
    .replace('tools/', '')
    .replace(/\/README\.md$/, '.md')
    .replaceAll('/', '-')
    .toLowerCase();
}
