import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteManifest, SurveyKind } from 'shared-ui/contract';
import type { Stack } from '../../e2e/support/stack.ts';
import { reasonOf } from '../../gateway/common/plain-error.ts';
import { publishBuilt } from '../../gateway/publish/publisher.ts';
import { REMOTE_MANIFEST } from '../../gateway/registry/manifest.ts';
import { publishedFolder } from '../../gateway/registry/registry.ts';
import { checkAttempts } from './checks/isolation.ts';
import { checkQuiet } from './checks/quiet.ts';
import type { ClauseId } from './clauses.ts';
import type { Findings } from './findings.ts';
import type { Product } from './visit/product.ts';
import type { Visit } from './visit/visit.ts';

/** Parts of the examination, in order, once the form has opened. */
export const PARTS = [
  'drafts',
  'answers',
  'drawings',
  'versions',
  'moments',
  'breaking',
  'leaving',
  'mounted by hand',
] as const;
export type Part = (typeof PARTS)[number];

/** One remote under examination, published in a running product. */
export interface Examination {
  product: Product;
  /** A copy of the remote's files. */
  folder: string;
  kinds: readonly SurveyKind[];
  parts: readonly Part[];
  /** Pause of the first visit's user before each touch, in milliseconds. */
  pace: number;
  container: string;
  expose: string;
  findings: Findings;
}

/**
 * Runs the work and records anything it throws as a fault of the remote: a form that can't be examined can't be used.
 */
export async function under(clause: ClauseId, findings: Findings, work: () => Promise<void>): Promise<void> {
  await work().catch((thrown: unknown) => findings.fault(clause, reasonOf(thrown).split('\n')[0] ?? ''));
}

/** Records what the browser itself reported about a visit, at its end. */
export function listenTo(visit: Visit, findings: Findings): void {
  checkAttempts(visit, findings);
  checkQuiet(visit, findings);
}

/** Publishes the remote as the only version of the surveys, so that no older version replaces it on failure. */
export async function publishAlone(stack: Stack, folder: string): Promise<RemoteManifest> {
  const { version } = await publishBuilt(stack.deployRoot, folder, { name: 'surveys' });
  await stack.changeRegistry(({ remotes }) => {
    const published = remotes.surveys?.versions[version];
    if (!published) return;
    // Unsigned remotes are sandboxed: they run in a guest frame.
    const { signature: _signature, ...unsigned } = published;
    remotes.surveys = { active: version, versions: { [version]: { ...unsigned, trust: 'sandboxed' } } };
  });
  const file = join(publishedFolder(stack.deployRoot, 'surveys', version), REMOTE_MANIFEST);
  return JSON.parse(await readFile(file, 'utf8'));
}

/** Returns the loader's console message about a remote that does not show. */
export async function whyNotShown(visit: Visit): Promise<string> {
  const failure = () => visit.consoleLines().find(({ text }) => text.startsWith('[remote]'))?.text;
  await visit.page.until(async () => failure() !== undefined, 2_000);
  return failure() ?? 'the survey does not show, and no step of the loader failed';
}
