import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { publishBuilt } from 'gateway/publish/publisher';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { changeRegistry, publishedFolder } from 'gateway/registry/registry';
import { reasonOf } from 'server-kit/plain-error';
import type { RemoteManifest, SurveyKind } from 'shared-ui/contract';
import { checkAttempts } from './checks/isolation.ts';
import { checkQuiet } from './checks/quiet.ts';
import type { ClauseId } from './clauses.ts';
import type { Part } from './plan.ts';
import type { Findings } from './results/findings.ts';
import type { Product, RunningProduct } from './visit/product.ts';
import type { Visit } from './visit/visit.ts';

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
 * @param clause the clause that an error violates, or a function that returns it
 * @param checked the clauses that the work checks: they stay open after a fault
 * @returns whether the work was done
 */
export async function under(
  clause: ClauseId | (() => Promise<ClauseId>),
  checked: readonly ClauseId[],
  findings: Findings,
  work: () => Promise<void>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    const violated = typeof clause === 'string' ? clause : await clause();
    findings.fault(violated, reasonOf(thrown).split('\n')[0] ?? '');
    findings.skip(checked, violated);
    return false;
  }
}

/** Records what the browser itself reported about a visit, at its end. */
export function listenTo(visit: Visit, findings: Findings): void {
  checkAttempts(visit, findings);
  checkQuiet(visit, findings);
}

/** Publishes the remote as the only version of the surveys, so that no older version replaces it on failure. */
export async function publishAlone({ deployRoot }: RunningProduct, folder: string): Promise<RemoteManifest> {
  const { version } = await publishBuilt(deployRoot, folder, { name: 'surveys' });
  await changeRegistry(deployRoot, (before) => {
    const published = before.remotes.surveys?.versions[version];
    if (!published) return before;
    // Unsigned remotes are sandboxed: they run in a guest frame.
    const { signature: _signature, ...unsigned } = published;
    const surveys = { active: version, versions: { [version]: { ...unsigned, trust: 'sandboxed' as const } } };
    return { ...before, revision: before.revision + 1, remotes: { ...before.remotes, surveys } };
  });
  const file = join(publishedFolder(deployRoot, 'surveys', version), REMOTE_MANIFEST);
  return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * Adds a number to the version of a copied build. A published version never changes, but a build keeps its version
 * while its team works on it.
 */
export async function numberVersion(folder: string, number: number): Promise<void> {
  const file = join(folder, REMOTE_MANIFEST);
  const declared = JSON.parse(await readFile(file, 'utf8'));
  await writeFile(file, JSON.stringify({ ...declared, version: `${declared.version}-${number}` }));
}

/** Returns the loader's console message about a remote that does not show. */
export async function whyNotShown(visit: Visit): Promise<string> {
  const failure = () => visit.consoleLines().find(({ text }) => text.startsWith('[remote]'))?.text;
  await visit.page.until(async () => failure() !== undefined, 2_000);
  return failure() ?? 'the survey does not show, and no step of the loader failed';
}
