import { join } from 'node:path';
import type { Trust } from 'shared-ui/contract';
import { refuseTaken } from '../claims.ts';
import { readTextIfThere } from '../disk.ts';
import { parseDeclaration, REMOTE_MANIFEST } from '../manifest.ts';
import { PlainError } from '../plain-error.ts';
import { emptyRegistry, remoteIn } from '../registry.ts';
import { entryOf, refuseRevoked } from '../release/entry.ts';
import { refuseAsGuest } from '../trust/vouch.ts';
import { answerLines, mayPass } from './answer.ts';
import { askGate } from './gate.ts';
import type { HostFacts } from './host-facts.ts';

export interface Passage {
  /** How the version will be trusted; where that is not known yet, a survey is a guest and a feature is a team's. */
  trust?: Trust | undefined;
  /** Why it is to be published whatever the gate says. */
  force?: string | undefined;
  /** The text of a receipt that does not lie beside the build. */
  receipt?: string | undefined;
  /** Why it is published, in its publisher's words. */
  why?: string | undefined;
}

/** Throws what no reason can change, in the publisher's own words. Returns whether there is a build at all. */
async function refuseImpossible(facts: HostFacts, folder: string, trust: Trust | undefined): Promise<boolean> {
  const file = join(folder, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined) return false;
  const declaration = parseDeclaration(text, file);
  const { name, version, routes } = declaration;
  const registry = facts.published?.registry ?? emptyRegistry();
  const isHouse = trust !== 'guest' || remoteIn(registry, name)?.versions[version]?.trust === 'house';
  if (!isHouse) refuseAsGuest(declaration, routes);
  refuseRevoked(entryOf(registry, name), name, version);
  refuseTaken(registry, name, version, routes);
  return true;
}

/**
 * Asks the gate before a build is published. Throws PlainError that names every clause in its way, unless a reason is
 * given to go on.
 * @returns what the history shall say of why: its publisher's words, then what was forced
 */
export async function passGate(
  facts: HostFacts,
  folder: string,
  { trust, force, receipt, why }: Passage = {},
): Promise<string | undefined> {
  if (!(await refuseImpossible(facts, folder, trust))) return why;
  const answers = await askGate({ folder, facts, trust, receipt });
  if (mayPass(answers)) return why;
  const lines = answerLines(answers.filter(({ faults }) => faults.length > 0));
  if (force === undefined) {
    const way =
      'Mend it (npm run can-i-publish shows every clause), or go on with --force "reason", which the history keeps.';
    throw new PlainError(`This can't be published:\n${lines.join('\n')}\n${way}`);
  }
  return [why, `forced: ${force} (${lines.join('; ')})`].filter((said) => said !== undefined).join('; ');
}
