import type { Trust } from 'shared-ui/contract';
import type { Build } from '../build.ts';
import { type ClauseResult, clauseResult } from '../clause-result.ts';
import type { HostFacts } from '../host-facts.ts';

/** Checks that the operator has approved every origin that the remote names: pages can call no other. */
export function connectClause({ declaration }: Build, { published }: HostFacts, trust: Trust): ClauseResult {
  const { name, connect = [] } = declaration;
  if (connect.length === 0) return clauseResult('connect', [], 'it names no other server');
  if (trust === 'sandboxed') {
    const fault = '"connect" names servers, which a sandboxed version can\'t call: remove it, or sign it (--key FILE)';
    return clauseResult('connect', [fault], '');
  }
  const approved = published?.approved;
  if (approved === undefined) {
    const note = `${connect.join(', ')}; whether the operator has approved them, only a gateway can tell (--gateway)`;
    return clauseResult('connect', [], note);
  }
  const faults = connect
    .filter((origin) => approved[name]?.includes(origin) !== true)
    .map(
      (origin) =>
        `"connect": ${origin} is not approved: ask the gateway's operator to run npm run origins -- approve ${name} ${origin}`,
    );
  return clauseResult('connect', faults, `${connect.join(', ')} approved by the operator`);
}
