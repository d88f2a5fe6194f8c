import type { Declaration, Trust } from 'shared-ui/contract';
import { REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { type Build, readBuilt } from './build.ts';
import { CLAUSES, type ClauseResult, clauseResult } from './clause-result.ts';
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

export interface GateRequest {
  /** Folder with the build and its remote.json. */
  folder: string;
  facts: HostFacts;
  /** The version's trust level; if unknown, a survey counts as sandboxed and a feature as trusted. */
  trust?: Trust | undefined;
  /** Text of a receipt from outside the folder. */
  receipt?: string | undefined;
}

/** A version that no team has signed counts as sandboxed if its contract allows that. */
const presumed = ({ contract }: Declaration): Trust => (contract === 'survey@1' ? 'sandboxed' : 'trusted');

const schemaResult = ({ declaration: { name, version } }: Build) =>
  clauseResult('schema', [], `${REMOTE_MANIFEST} of ${name} ${version}`);

/** Checks whether a built remote may be published. Returns the result of every clause. */
export async function askGate({ folder, facts, trust, receipt }: GateRequest): Promise<ClauseResult[]> {
  const build = await readBuilt(folder, receipt);
  if ('faults' in build) {
    return CLAUSES.map((clause) =>
      clauseResult(
        clause,
        clause === 'schema' ? build.faults : [`not looked at while ${REMOTE_MANIFEST} can't be read`],
        '',
      ),
    );
  }
  const trusted = isVouchedFor(build, facts) ? 'trusted' : (trust ?? presumed(build.declaration));
  return [
    schemaResult(build),
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
