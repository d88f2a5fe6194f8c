import type { Trust } from 'shared-ui/contract';
import { contractMismatch } from '../../../../shell/src/remotes/failure.ts';
import { withRoutes } from '../../../registry/described-version.ts';
import { SANDBOXED_CONTRACT } from '../../../trust/version-trust.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

const FEATURE = 'feature@1';
/** The only name under which the host requests surveys. */
const SURVEYS = 'surveys';

function ofHost({ declaration }: Build): string[] {
  const { name, contract } = declaration;
  if (name === 'shell') return [fault('REMOTE_UNKNOWN', '"name" is "shell", which is the host itself')];
  if (name === SURVEYS && contract !== SANDBOXED_CONTRACT) {
    return [fault('CONTRACT_MISMATCH', `"contract": ${SURVEYS} ${contractMismatch(contract, SANDBOXED_CONTRACT)}`)];
  }
  if (contract !== FEATURE && contract !== SANDBOXED_CONTRACT) {
    return [
      fault('CONTRACT_MISMATCH', `"contract": ${contractMismatch(contract, `${FEATURE} or ${SANDBOXED_CONTRACT}`)}`),
    ];
  }
  if (contract === SANDBOXED_CONTRACT && name !== SURVEYS) {
    return [
      fault(
        'REMOTE_UNKNOWN',
        `"name" is "${name}", but the host requests ${SANDBOXED_CONTRACT} as "${SURVEYS}" only: use that name`,
      ),
    ];
  }
  return [];
}

/** A feature is shown only at its routes. */
function reached({ declaration }: Build): string[] {
  const { name, contract, routes } = declaration;
  const claimed = withRoutes(name, { manifest: '', integrity: '', ...(routes && { routes }) }).routes ?? [];
  if (contract !== FEATURE || name === SURVEYS || claimed.length > 0) return [];
  return [
    fault('REMOTE_UNKNOWN', `"routes": nothing leads to a remote called "${name}": declare the paths that it shows`),
  ];
}

/** A page expects one contract under a name, whichever version it gets. */
function contractChange({ declaration }: Build, { published }: HostFacts): string[] {
  const { name, contract } = declaration;
  const active = published?.registry.remotes[name]?.active;
  const before = published?.manifests.find((one) => one.name === name && one.version === active);
  if (before === undefined || before.contract === contract) return [];
  const problem = `"contract": ${name} ${active} implements ${before.contract}, this version ${contract}: give it another name`;
  return [fault('CONTRACT_MISMATCH', problem)];
}

/** Checks that the host knows the contract and requests it under this name. */
export function contractClause(build: Build, facts: HostFacts, trust: Trust): ClauseResult {
  const { contract, routes = [] } = build.declaration;
  const faults = [...ofHost(build), ...reached(build), ...contractChange(build, facts)];
  if (trust === 'sandboxed' && contract === FEATURE) {
    faults.push(
      `"contract" is ${FEATURE}, which requires a team's key (--key FILE): a sandboxed version may implement ${SANDBOXED_CONTRACT} only`,
    );
  }
  if (trust === 'sandboxed' && contract !== FEATURE && routes.length > 0) {
    faults.push(
      '"routes" claims paths of the page, which a sandboxed version may not: remove them, or sign it (--key FILE)',
    );
  }
  return clauseResult(
    'contract',
    [...new Set(faults)],
    trust === 'trusted' ? `${contract}, with a team's key` : `${contract}, sandboxed`,
  );
}
