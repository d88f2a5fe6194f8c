import { join } from 'node:path';
import type { Declaration } from 'shared-ui/contract';
import { exists, readFolder } from '../../gateway/disk.ts';
import { parseDeclaration, REMOTE_MANIFEST } from '../../gateway/manifest.ts';
import { reasonOf } from '../../gateway/plain-error.ts';

/** What stands in the way of publishing a build, by clause; nothing where the clause holds. */
export interface Answer {
  clause: string;
  faults: string[];
}

const CONTRACTS = ['feature@1', 'survey@1'];

function parsed(text: string): Declaration | string {
  try {
    return parseDeclaration(text, REMOTE_MANIFEST);
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

/** Looks at a built remote as far as that can be done without the product: its declaration and its files. */
export async function examineBuild(folder: string): Promise<Answer[]> {
  if (!(await exists(join(folder, REMOTE_MANIFEST)))) {
    return [{ clause: 'schema', faults: [`there is no ${REMOTE_MANIFEST} in ${folder}`] }];
  }
  const files = await readFolder(folder);
  const declaration = parsed(files.get(REMOTE_MANIFEST)?.toString() ?? '');
  if (typeof declaration === 'string') return [{ clause: 'schema', faults: [declaration] }];
  const { contract, entry, preload = [], chunks = {} } = declaration;
  const named = [entry, ...preload, ...Object.values(chunks).flatMap((chunk) => chunk.preload)];
  const missing = named.filter((file) => !files.has(file));
  return [
    { clause: 'schema', faults: [] },
    {
      clause: 'contract',
      faults: CONTRACTS.includes(contract) ? [] : [`${contract} is none of ${CONTRACTS.join(', ')}`],
    },
    { clause: 'files', faults: missing.map((file) => `${file} is not there`) },
  ];
}

/** A line a clause, which begins with "yes" or "no". */
export const answerLines = (answers: Answer[]) =>
  answers.map(({ clause, faults }) => (faults.length === 0 ? `yes ${clause}` : `no  ${clause}: ${faults.join('; ')}`));
