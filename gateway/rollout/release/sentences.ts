import type { Act } from '../../registry/history.ts';

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
 * @param place where, e.g. " at 3 gateways"
 */
export function sentenceFor(name: string, { act, before, after }: ReleasedChange, place = ''): string {
  const { what, version, share, active } = act;
  if (what === 'shared') return `${name} ${version} goes to ${share} % of browsers now${place}`;
  if (what === 'revoked') {
    const trial = after.canary === undefined ? '' : `, ${after.canary} on trial`;
    return `${name} ${version} is revoked${place}; ${after.active} is active${trial}`;
  }
  if (active === undefined) {
    return `${name} ${version} is no longer on trial${place}; ${after.active} is active for everyone`;
  }
  return `${name} ${active} is active now${place}${before === undefined || before === active ? '' : `, before ${before}`}`;
}
