import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { PlainError } from 'server-kit/plain-error';
import type { Declaration, Trust } from 'shared-ui/contract';
import { type FormOf, INTEGRITY, NAME, VERSION } from 'shared-ui/contract/documents';
import { LANGUAGE_CONTRACT } from 'shared-ui/contract/language-pack';
import { refuseTakenRoutes } from '../../registry/claims.ts';
import { parseDeclaration, REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { emptyRegistry, remoteIn } from '../../registry/registry.ts';
import { entryOf, refuseRevoked } from '../../rollout/versions/entry.ts';
import { checkSandboxable } from '../../trust/version-trust.ts';
import { type Build, readBuilt } from './build.ts';
import {
  CLAUSES,
  type Clause,
  type ClauseResult,
  clauseResult,
  mayPass,
  resultLines,
  withCauses,
} from './clause-result.ts';
import { budgetClause, stylesClause } from './clauses/assets.ts';
import { containerClause, contractClause } from './clauses/contract.ts';
import { filesClause } from './clauses/files.ts';
import { languageClause } from './clauses/language.ts';
import { connectClause, isAlreadySigned, receiptClause, routesClause, versionClause } from './clauses/publication.ts';
import { sharedClause } from './clauses/shared.ts';
import { typesClause } from './clauses/types.ts';
import type { HostFacts } from './host-facts.ts';

interface GateRequest {
  folder: string;
  facts: HostFacts;
  /** The version's trust level; if unknown, a survey counts as sandboxed and a feature as trusted. */
  trust?: Trust | undefined;
  /** Text of a receipt from outside the folder. */
  receipt?: string | undefined;
  /** Whether no key shows that the publisher's team may use the remote's name. */
  isStranger?: boolean;
}

/** Asks a gateway to check a build whose files it has received. */
export interface CheckRequest {
  name: string;
  version: string;
  /** Hash of the complete manifest. */
  integrity: string;
  /** Trust level; if absent, a survey counts as sandboxed and a feature as trusted. */
  trust?: Trust;
  receipt?: string;
}

export const CHECK_REQUEST: FormOf<CheckRequest> = {
  kind: 'object',
  required: {
    name: { kind: 'text', rule: NAME },
    version: { kind: 'text', rule: VERSION },
    integrity: { kind: 'text', rule: INTEGRITY },
  },
  optional: { trust: { kind: 'choice', of: ['trusted', 'sandboxed'] }, receipt: { kind: 'text' } },
};

/** A version that no team has signed counts as sandboxed if its contract allows that. */
const presumed = ({ contract }: Declaration): Trust => (contract === 'survey@1' ? 'sandboxed' : 'trusted');

const schemaResult = ({ declaration: { name, version } }: Build) =>
  clauseResult('schema', [], `${REMOTE_MANIFEST} of ${name} ${version}`);

/** Checks whether a built remote may be published. Returns the result of every clause. */
export async function runGate(request: GateRequest): Promise<ClauseResult[]> {
  const { folder, facts, trust, receipt, isStranger = false } = request;
  const build = await readBuilt(folder, receipt);
  if ('faults' in build) {
    const [first, ...others] = CLAUSES;
    const notChecked = (clause: Clause) => ({ ...clauseResult(clause, ['not checked'], ''), because: first });
    return [clauseResult(first, build.faults, ''), ...others.map(notChecked)];
  }
  const trusted = isAlreadySigned(build, facts) ? 'trusted' : (trust ?? presumed(build.declaration));
  const isTaken = isStranger && trusted === 'trusted';
  if (build.declaration.contract === LANGUAGE_CONTRACT)
    return [
      schemaResult(build),
      languageClause(build, trusted),
      filesClause(build),
      versionClause(build, facts, isTaken),
    ];
  return withCauses([
    schemaResult(build),
    contractClause(build, facts, trusted),
    containerClause(build, facts),
    filesClause(build),
    sharedClause(build, facts, trusted),
    typesClause(build, facts, trusted),
    stylesClause(build, trusted),
    budgetClause(build),
    await routesClause(build, facts),
    connectClause(build, facts, trusted),
    // Anyone's sandboxed version may take the place of the product's.
    versionClause(build, facts, isTaken),
    receiptClause(build, trusted),
  ]);
}

/** Code of the gate's refusals in a gateway's responses. */
export const GATE_CODE = 'GATE_REFUSED';

/** Thrown when a build can't be published; the message has a line per failed clause. */
export class GateError extends PlainError {}

interface GateOptions {
  /** The version's trust level; if unknown, a survey counts as sandboxed and a feature as trusted. */
  trust?: Trust | undefined;
  /** Reason for publishing against the gate's verdict. */
  force?: string | undefined;
  /** Text of a receipt from outside the build's folder. */
  receipt?: string | undefined;
  /** Reason for the publication, as given by the publisher. */
  why?: string | undefined;
}

/**
 * Returns whether a build exists.
 * @throws PlainError for problems that `force` can't override
 */
async function refuseImpossible(facts: HostFacts, folder: string, trust: Trust | undefined): Promise<boolean> {
  const file = join(folder, REMOTE_MANIFEST);
  const text = await readTextIfThere(file);
  if (text === undefined) return false;
  const declaration = parseDeclaration(text, file);
  const { name, version, routes } = declaration;
  const registry = facts.published?.registry ?? emptyRegistry();
  const isTrusted = trust !== 'sandboxed' || remoteIn(registry, name)?.versions[version]?.trust === 'trusted';
  if (!isTrusted) checkSandboxable(declaration, routes);
  refuseRevoked(entryOf(registry, name), name, version);
  refuseTakenRoutes(registry, name, version, routes);
  return true;
}

/**
 * Runs the gate before a build is published.
 * @returns the reason to record in the history: the publisher's own, then what was forced
 * @throws GateError that names every failed clause, unless `force` gives a reason to go on
 */
export async function enforceGate(
  facts: HostFacts,
  folder: string,
  { trust, force, receipt, why }: GateOptions = {},
): Promise<string | undefined> {
  if (!(await refuseImpossible(facts, folder, trust))) return why;
  const results = await runGate({ folder, facts, trust, receipt });
  if (mayPass(results)) return why;
  const lines = resultLines(results.filter(({ faults, because }) => faults.length > 0 && because === undefined));
  if (force === undefined) {
    const hint =
      'Fix it (can-i-publish shows every clause), or publish anyway with --force "reason", which the history records.';
    throw new GateError(`This can't be published:\n${lines.join('\n')}\n${hint}`);
  }
  return [why, `forced: ${force} (${lines.join('; ')})`].filter((reason) => reason !== undefined).join('; ');
}
