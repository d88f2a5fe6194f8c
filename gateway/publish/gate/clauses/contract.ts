import type { Trust } from 'shared-ui/contract';
import { contractMismatch } from '../../../../shell/src/remotes/failure.ts';
import { withRoutes } from '../../../registry/undeclared-routes.ts';
import { GUEST_CONTRACT } from '../../../trust/vouch.ts';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult, fault } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

const FEATURE = 'feature@1';
/** The only name under which the host requests surveys. */
const SURVEYS = 'surveys';

function ofHost({ declaration }: Build): string[] {
  const { name, contract } = declaration;
  if (name === 'shell') return [fault('REMOTE_UNKNOWN', '"name" is "shell", which is the host itself')];
  if (name === SURVEYS && contract !== GUEST_CONTRACT) {
    return [fault('CONTRACT_MISMATCH', `"contract": ${SURVEYS} ${contractMismatch(contract, GUEST_CONTRACT)}`)];
  }
  if (contract !== FEATURE && contract !== GUEST_CONTRACT) {
    return [fault('CONTRACT_MISMATCH', `"contract": ${contractMismatch(contract, `${FEATURE} or ${GUEST_CONTRACT}`)}`)];
  }
  if (contract === GUEST_CONTRACT && name !== SURVEYS) {
    return [
      fault(
        'REMOTE_UNKNOWN',
        `"name" is "${name}", but the host asks for ${GUEST_CONTRACT} as "${SURVEYS}" only: call it that`,
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
function kept({ declaration }: Build, { published }: HostFacts): string[] {
  const { name, contract } = declaration;
  const active = published?.registry.remotes[name]?.active;
  const before = published?.manifests.find((one) => one.name === name && one.version === active);
  if (before === undefined || before.contract === contract) return [];
  const problem = `"contract": ${name} ${active} keeps ${before.contract}, this version ${contract}: give it another name`;
  return [fault('CONTRACT_MISMATCH', problem)];
}

/** Checks that the host knows the contract and requests it under this name. */
export function contractClause(build: Build, facts: HostFacts, trust: Trust): ClauseResult {
  const { contract, routes = [] } = build.declaration;
  const faults = [...ofHost(build), ...reached(build), ...kept(build, facts)];
  if (trust === 'guest' && contract === FEATURE) {
    faults.push(
      `"contract" is ${FEATURE}, which a team's key must vouch for (--key FILE): a guest may keep ${GUEST_CONTRACT} only`,
    );
  }
  if (trust === 'guest' && contract !== FEATURE && routes.length > 0) {
    faults.push('"routes" claims paths of the page, which a guest may not: take them out, or sign it (--key FILE)');
  }
  return clauseResult(
    'contract',
    [...new Set(faults)],
    trust === 'house' ? `${contract}, with a team's key` : `${contract}, as a guest`,
  );
}
