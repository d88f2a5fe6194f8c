import type { KeyObject } from 'node:crypto';
import type { PublishedVersion } from 'shared-ui/contract';
import { type FormOf, INTEGRITY, NAME, read, TEAM } from 'shared-ui/contract/documents';
import { isLoopbackHost } from '../http/config.ts';
import { LONGEST_PREVIEW_DAYS, PREVIEW_ID } from '../registry/previews.ts';
import { parseToken, signToken } from '../trust/signature.ts';
import { mayPublish, type Teams, teamIn } from '../trust/teams.ts';
import { OverrideError } from './refusal.ts';

/** Contents of a link to a test version: one build, or those of a pull request, at one gateway, for a limited time. */
export interface Override {
  /** Unique per link: 16 hexadecimal digits. */
  id: string;
  /** Team whose key has signed it. */
  team: string;
  name: string;
  /** URL of the remote.json; `integrity` is the SHA-384 of its exact bytes. */
  url: string;
  integrity: string;
  /** Origin of the gateway that it is for. */
  gateway: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** `dev`: a build under development, served by its developer to this browser only. `preview`: a pull request's. */
  kind: 'release' | 'dev' | 'preview';
  /** Number or name of a pull request: its latest build replaces the one that the link names; only for `preview`. */
  preview?: string;
  /** `sandboxed`: runs in a separate frame, like a version that no team has signed; absent for a trusted one. */
  trust?: 'sandboxed';
}

/** Maximum lifetime of a link, in minutes: one day. Those to previews last longer: the team can end them. */
export const LONGEST_MINUTES = 24 * 60;
/** Tolerated difference between two clocks, in seconds. */
const CLOCK_SKEW_S = 300;
/** Unique to links: the signature of a version can't be used for a link. */
const PURPOSE = 'lodestar-override';

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
    kind: { kind: 'choice', of: ['release', 'dev', 'preview'] },
  },
  optional: { trust: { kind: 'choice', of: ['sandboxed'] }, preview: { kind: 'text', rule: PREVIEW_ID } },
};

/** Returns a link's token: its contents and the team's signature, in URL-safe characters. */
export const tokenOf = (override: Override, privateKey: KeyObject): string => signToken(PURPOSE, override, privateKey);

/** What a token is checked against. */
interface Expected {
  teams: Teams;
  /** The gateway's own origin. */
  gateway: string;
  /** Current time, in milliseconds since 1970. */
  now: number;
}

/**
 * Returns a token's contents. @throws OverrideError unless it is complete and unaltered, signed by a team that may
 * publish this remote, made for this gateway, and valid now
 */
export function readToken(token: string, { teams, gateway, now }: Expected): Override {
  const parsed = parseToken(PURPOSE, token);
  if (parsed === undefined) throw new OverrideError('INVALID');
  const override = contentOf(parsed.content);
  const team = teamIn(teams, override.team);
  if (team === undefined || !parsed.isSignedBy(team.publicKey)) throw new OverrideError('INVALID');
  if (!mayPublish(team, override.name) || !isSameGateway(override.gateway, gateway)) throw new OverrideError('FOREIGN');
  const seconds = now / 1000;
  if ((override.kind === 'preview') !== (override.preview !== undefined)) throw new OverrideError('INVALID');
  const minutes = override.kind === 'preview' ? LONGEST_PREVIEW_DAYS * 24 * 60 : LONGEST_MINUTES;
  if (override.until > seconds + minutes * 60 + CLOCK_SKEW_S) throw new OverrideError('INVALID');
  if (override.until <= seconds) throw new OverrideError('EXPIRED');
  return override;
}

/** Returns the team that a token names, with a key that the gateway doesn't list, for the token's remote only. */
export function unlistedTeam(token: string, publicKey: string): Teams {
  const { team, name } = contentOf(parseToken(PURPOSE, token)?.content);
  return { [team]: { publicKey, remotes: [name] } };
}

function contentOf(content: unknown): Override {
  return read<Override>(OVERRIDE, content, () => {
    throw new OverrideError('INVALID');
  });
}

/** All gateways on the local machine count as one: a developer may open any of their ports. */
export function isSameGateway(one: string, other: string): boolean {
  if (!URL.canParse(one)) return false;
  return new URL(one).origin === new URL(other).origin || (isLoopback(one) && isLoopback(other));
}

/**
 * How a page gets the files of a test version: from this gateway, if they are published there; forwarded by it from the
 * server that hosts them; or from a server that only the browser can reach, which is the developer's own.
 */
type FileSource = 'here' | 'passed on' | 'from the browser';

/** Where a link's files are hosted. */
type Place = Pick<Override, 'url' | 'gateway' | 'kind'>;

const isLoopback = (address: string): boolean => isLoopbackHost(new URL(address).hostname);

/** Returns whether a gateway and the server of a link's files are on one machine, which is a developer's. */
export const isOnOneMachine = ({ url, gateway }: Pick<Place, 'url' | 'gateway'>): boolean =>
  isLoopback(url) && isLoopback(gateway);

/** Only with `from the browser` does a page's policy name another server. */
export function fileSourceOf({ url, gateway, kind }: Place): FileSource {
  if (new URL(url).origin === new URL(gateway).origin) return 'here';
  return kind === 'dev' || (isLoopback(url) && !isLoopback(gateway)) ? 'from the browser' : 'passed on';
}

/** The version that replaces the published one in a browser with a test version. */
export interface TestVersion {
  override: Override;
  build: string;
  /** Version as pages see it: the build's version and the link's id. */
  version: string;
  published: PublishedVersion;
  fileSource: FileSource;
  /** Sources of scripts that the page's policy must allow besides its own origin. */
  scriptSources: string[];
  /** Whether later builds of the developer may run in the same page. */
  isInPlace: boolean;
}
