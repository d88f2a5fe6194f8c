import type { KeyObject } from 'node:crypto';
import { type FormOf, INTEGRITY, NAME, read, TEAM } from 'shared-ui/contract/documents';
import { sign, verify } from '../trust/signature.ts';
import { mayPublish, type Teams, teamIn } from '../trust/teams.ts';
import { OverrideRefused } from './refused.ts';
import { isLoopback } from './way.ts';

/** What a link to a test version says. One build, at one gateway, for a time. */
export interface Override {
  /** Its own for every link: 16 hexadecimal digits. */
  id: string;
  /** Whose key has signed it. */
  team: string;
  name: string;
  /** Address of the remote.json, and the sha384 of its exact bytes. */
  url: string;
  integrity: string;
  /** Origin of the gateway that it is for. */
  gateway: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** `dev`: one of the builds of a developer at work, who serves them to this browser alone. */
  kind: 'release' | 'dev';
}

/** No link is valid for longer, in minutes: a day. */
export const LONGEST_MINUTES = 24 * 60;
/** Two clocks may differ so much, in seconds. */
const CLOCK_SKEW_S = 300;
/** Longer than any that is made. */
const LONGEST_TOKEN = 3_000;

const TOKEN = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{86})$/;

const OVERRIDE: FormOf<Override> = {
  kind: 'object',
  required: {
    id: { kind: 'text', rule: { pattern: /^[0-9a-f]{16}$/, says: '16 hexadecimal digits' } },
    team: { kind: 'text', rule: TEAM },
    name: { kind: 'text', rule: NAME },
    url: { kind: 'text', rule: { pattern: /^https?:\/\//, says: 'an address' } },
    integrity: { kind: 'text', rule: INTEGRITY },
    gateway: { kind: 'text', rule: { pattern: /^https?:\/\//, says: 'an address' } },
    until: { kind: 'count' },
    kind: { kind: 'choice', of: ['release', 'dev'] },
  },
  optional: {},
};

/** Nothing else that a team signs begins like this: no signature of a version can be taken for one of a link. */
const statementOf = (payload: string) => `lodestar-override\n${payload}`;

/** Returns the token of a link: what it says and the team's signature, in characters that an address may hold. */
export function tokenOf(override: Override, privateKey: KeyObject): string {
  const payload = Buffer.from(JSON.stringify(override)).toString('base64url');
  const signature = Buffer.from(sign(statementOf(payload), privateKey), 'base64').toString('base64url');
  return `${payload}.${signature}`;
}

/** What a token is held against. */
export interface Expected {
  teams: Teams;
  /** The gateway's own origin. */
  gateway: string;
  /** Milliseconds since 1970. */
  now: number;
}

/**
 * Returns what a token says. Throws OverrideRefused unless it is whole and unaltered, signed by a team that may publish this
 * remote, made for this gateway, and valid now.
 */
export function readToken(token: string, { teams, gateway, now }: Expected): Override {
  const { payload, signature } = partsOf(token);
  const override = contentOf(payload);
  const team = teamIn(teams, override.team);
  if (team === undefined || !verify(statementOf(payload), signature, team.publicKey))
    throw new OverrideRefused('INVALID');
  if (!mayPublish(team, override.name) || !isSameGateway(override.gateway, gateway))
    throw new OverrideRefused('FOREIGN');
  const seconds = now / 1000;
  if (override.until > seconds + LONGEST_MINUTES * 60 + CLOCK_SKEW_S) throw new OverrideRefused('INVALID');
  if (override.until <= seconds) throw new OverrideRefused('EXPIRED');
  return override;
}

/** There is one way to write each part: a text that decodes to the same bytes is another token, and refused. */
function partsOf(token: string): { payload: string; signature: string } {
  const [, payload = '', written = ''] = (token.length <= LONGEST_TOKEN && TOKEN.exec(token)) || [];
  const signature = Buffer.from(written, 'base64url');
  const isCanonical = Buffer.from(payload, 'base64url').toString('base64url') === payload;
  if (payload === '' || !isCanonical || signature.toString('base64url') !== written)
    throw new OverrideRefused('INVALID');
  return { payload, signature: signature.toString('base64') };
}

function contentOf(payload: string): Override {
  try {
    return read<Override>(OVERRIDE, JSON.parse(Buffer.from(payload, 'base64url').toString()), refuse);
  } catch {
    throw new OverrideRefused('INVALID');
  }
}

function refuse(): never {
  throw new OverrideRefused('INVALID');
}

/** A machine's own gateways are one place: which of their ports a developer opens makes no difference. */
function isSameGateway(one: string, other: string): boolean {
  if (!URL.canParse(one)) return false;
  return new URL(one).origin === new URL(other).origin || (isLoopback(one) && isLoopback(other));
}
