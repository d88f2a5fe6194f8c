import type { KeyObject } from 'node:crypto';
import { type FormOf, read } from 'shared-ui/contract/documents';
import { isSameGateway } from '../overrides/token.ts';
import { parseToken, publicHalf, signToken } from '../trust/signature.ts';
import { PUBLIC_KEY, readTeams, type Teams } from '../trust/teams.ts';

/** What every token has that a team's key signs to say who it is at one gateway, for a few minutes. */
export interface KeyToken {
  /** Public half of the key that has signed it; the gateway knows whose key it is. */
  publicKey: string;
  /** Origin of the gateway that it is for. */
  gateway: string;
  /** When it ends, in seconds since 1970. */
  until: number;
}

/** Fields of every such token. */
export const KEY_TOKEN: FormOf<KeyToken>['required'] = {
  publicKey: { kind: 'text', rule: PUBLIC_KEY },
  gateway: { kind: 'text', rule: { pattern: /^https?:\/\//, says: 'an address' } },
  until: { kind: 'count' },
};

/** Tolerated difference between two clocks, in seconds. */
const CLOCK_SKEW_S = 300;

type KeyTokenFault = 'INVALID' | 'UNKNOWN_KEY' | 'OTHER_GATEWAY' | 'EXPIRED';

/** One kind of token. */
export interface KeyTokenKind<T extends KeyToken> {
  /** Unique to this kind: a signature for another purpose is worth nothing. */
  purpose: string;
  form: FormOf<T>;
  /** Longest lifetime, in minutes. */
  minutes: number;
}

/**
 * Returns a token of a kind, for one gateway and the kind's lifetime.
 * @param content its other fields
 * @param now in milliseconds since 1970
 */
export function makeKeyToken<T extends KeyToken>(
  { purpose, minutes }: KeyTokenKind<T>,
  gateway: string,
  privateKey: KeyObject,
  content: Omit<T, keyof KeyToken>,
  now = Date.now(),
): string {
  const until = Math.floor(now / 1000) + minutes * 60;
  const token = { ...content, publicKey: publicHalf(privateKey), gateway: new URL(gateway).origin, until };
  return signToken(purpose, token, privateKey);
}

/** Returns the name of the team with a key that isn't withdrawn. */
const ownerOf = (teams: Teams, publicKey: string): string | undefined =>
  Object.keys(teams).find((name) => teams[name]?.publicKey === publicKey && teams[name].withdrawn === undefined);

/** What a token is checked against. */
interface Expected {
  teamsFile: string;
  /** Origins of the deployment's gateways. */
  gateways: readonly string[];
}

/**
 * Returns the contents of a token and its team; or why it is refused: it must be unaltered, signed with a listed key that
 * isn't withdrawn, made for one of the gateways, and valid now.
 */
export async function checkKeyToken<T extends KeyToken>(
  token: string,
  { purpose, form, minutes }: KeyTokenKind<T>,
  { teamsFile, gateways }: Expected,
): Promise<(T & { team: string }) | KeyTokenFault> {
  const parsed = parseToken(purpose, token);
  if (parsed === undefined) return 'INVALID';
  let isWellFormed = true;
  const content = read<T>(form, parsed.content, () => {
    isWellFormed = false;
  });
  if (!isWellFormed) return 'INVALID';
  const team = ownerOf(await readTeams(teamsFile), content.publicKey);
  if (team === undefined) return 'UNKNOWN_KEY';
  if (!parsed.isSignedBy(content.publicKey)) return 'INVALID';
  if (!gateways.some((gateway) => isSameGateway(content.gateway, gateway))) return 'OTHER_GATEWAY';
  const seconds = Date.now() / 1000;
  if (content.until > seconds + minutes * 60 + CLOCK_SKEW_S) return 'INVALID';
  if (content.until <= seconds) return 'EXPIRED';
  return { ...content, team };
}
