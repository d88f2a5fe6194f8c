import type { Registry } from 'shared-ui/contract';
import type { Act } from '../../registry/history.ts';
import { entryOf } from './entry.ts';

/** A change of the versions that browsers get, as messages describe it. */
export interface ReleasedChange {
  act: Pick<Act, 'what' | 'version' | 'share' | 'active'>;
  /** The version that was active until now; absent for the first publication. */
  before?: string;
  /** The versions that browsers get now. */
  after: { active: string; canary?: string };
}

/**
 * Returns a sentence, without its full stop, that says what browsers get of a remote (or of "shell") now.
 */
function sentenceFor(name: string, { act, before, after }: ReleasedChange): string {
  const { what, version, share, active } = act;
  if (what === 'shared') return `${name} ${version} goes to ${share} % of browsers now`;
  if (what === 'revoked') {
    const trial = after.canary === undefined ? '' : `, ${after.canary} on trial`;
    return `${name} ${version} is revoked; ${after.active} is active${trial}`;
  }
  if (active === undefined) {
    return `${name} ${version} is no longer on trial; ${after.active} is active for everyone`;
  }
  return `${name} ${active} is active now${before === undefined || before === active ? '' : `, before ${before}`}`;
}

/** What was ordered, as far as the answer needs it. */
interface Ordered {
  kind: string;
  name: string;
  version?: string;
  /** Set if a build came with it. */
  integrity?: string;
}

/** Returns the sentence that answers an order. */
export function answerTo(
  { kind, name, version, integrity }: Ordered,
  { registry, change }: { registry: Registry; change?: ReleasedChange },
): string {
  if (change !== undefined) return `${sentenceFor(name, change)} (registry revision ${registry.revision}).`;
  const stored = integrity === undefined ? '' : 'published and ';
  const { canary } = entryOf(registry, name) ?? {};
  if (kind === 'share') return `${name} ${canary?.version} was ${stored}on trial with ${canary?.share} % already.`;
  return `${name} ${version} was ${kind === 'revoke' ? 'revoked' : `${stored}active`} already.`;
}
