import type { Trust } from 'shared-ui/contract';
import { PlainError } from '../plain-error.ts';
import { answerLines, mayPass } from './answer.ts';
import { askGate } from './gate.ts';
import { factsOfDeployRoot } from './published-facts.ts';

export interface Passage {
  trust: Trust;
  /** Why it is to be published whatever the gate says. */
  force?: string | undefined;
  receipt?: string | undefined;
}

/**
 * Asks the gate before a build is published. Throws PlainError that names every clause in its way, unless a reason is
 * given to go on.
 * @returns what the history should say of a passage that was forced; undefined where nothing stood in the way
 */
export async function passGate(
  root: string,
  folder: string,
  { trust, force, receipt }: Passage,
): Promise<string | undefined> {
  const answers = await askGate({ folder, facts: await factsOfDeployRoot(root), trust, receipt });
  if (mayPass(answers)) return undefined;
  const lines = answerLines(answers.filter(({ faults }) => faults.length > 0));
  if (force !== undefined) return `forced: ${force} (${lines.join('; ')})`;
  throw new PlainError(
    `This can't be published:\n${lines.join('\n')}\nMend it (npm run can-i-publish -- ${folder} shows every clause), or go on with --force "reason", which the history keeps.`,
  );
}
