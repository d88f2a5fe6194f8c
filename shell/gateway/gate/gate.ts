import type { Declaration, Trust } from 'shared-ui/contract';
import { REMOTE_MANIFEST } from '../manifest.ts';
import { type Answer, answer, CLAUSES } from './answer.ts';
import { type Build, readBuilt } from './build.ts';
import { budgetClause } from './clauses/budget.ts';
import { containerClause } from './clauses/container.ts';
import { contractClause } from './clauses/contract.ts';
import { filesClause } from './clauses/files.ts';
import { receiptClause } from './clauses/receipt.ts';
import { routesClause } from './clauses/routes.ts';
import { sharedClause } from './clauses/shared.ts';
import { typesClause } from './clauses/types.ts';
import { isVouchedFor, versionClause } from './clauses/version.ts';
import type { HostFacts } from './host-facts.ts';

export interface Question {
  /** The folder with the build and its remote.json. */
  folder: string;
  facts: HostFacts;
  /** How the version would be trusted; where that is not known yet, a survey is a guest and a feature is a team's. */
  trust?: Trust | undefined;
  /** The text of a receipt from elsewhere than the folder. */
  receipt?: string | undefined;
}

/** What no team has signed yet is a guest where a guest may be. */
const presumed = ({ contract }: Declaration): Trust => (contract === 'survey@1' ? 'guest' : 'house');

const schemaAnswer = ({ declaration: { name, version } }: Build) =>
  answer('schema', [], `${REMOTE_MANIFEST} of ${name} ${version}`);

/** Looks at a built remote: may it be published? Returns an answer to every clause. */
export async function askGate({ folder, facts, trust, receipt }: Question): Promise<Answer[]> {
  const build = await readBuilt(folder, receipt);
  if ('faults' in build) {
    return CLAUSES.map((clause) =>
      answer(clause, clause === 'schema' ? build.faults : [`not looked at while ${REMOTE_MANIFEST} can't be read`], ''),
    );
  }
  const trusted = isVouchedFor(build, facts) ? 'house' : (trust ?? presumed(build.declaration));
  return [
    schemaAnswer(build),
    contractClause(build, facts, trusted),
    containerClause(build, facts),
    filesClause(build),
    sharedClause(build, facts),
    typesClause(build, facts),
    budgetClause(build),
    await routesClause(build, facts),
    versionClause(build, facts),
    receiptClause(build, trusted),
  ];
}
