import { type KeyObject, randomBytes } from 'node:crypto';
import { type FormOf, read } from 'shared-ui/contract/documents';
import { isSameGateway } from '../../../overrides/token.ts';
import { publicHalf } from '../../../trust/signature.ts';
import { parseToken, signToken } from '../../../trust/signed-token.ts';
import { PUBLIC_KEY, type Teams } from '../../../trust/teams.ts';
import { PageError } from '../refusals.ts';

/** Contents of a link that opens a session on the page, once. */
interface PageLink {
  /** Unique per link: 32 hexadecimal digits. */
  id: string;
  /** Public half of the key that has signed it; the gateway knows whose key it is. */
  publicKey: string;
  /** Origin of the gateway that it is for. */
  gateway: string;
  /** When it ends, in seconds since 1970. */
  until: number;
}

/** Unique to these links: a signature for another purpose can't open a session. */
const PURPOSE = 'lodestar-deploy-page';
/** Lifetime of a link, in minutes. */
export const LINK_MINUTES = 10;
/** Tolerated difference between two clocks, in seconds. */
const CLOCK_SKEW_S = 300;

const PAGE_LINK: FormOf<PageLink> = {
  kind: 'object',
  required: {
    id: { kind: 'text', rule: { pattern: /^[0-9a-f]{32}$/, says: '32 hexadecimal digits' } },
    publicKey: { kind: 'text', rule: PUBLIC_KEY },
    gateway: { kind: 'text', rule: { pattern: /^https?:\/\//, says: 'an address' } },
    until: { kind: 'count' },
  },
  optional: {},
};

/** Path under which a link opens. */
export const LINK_PATH = '/deploy/page/sign-in';

/**
 * Returns a link to the page of one gateway, signed with a team's key.
 * @param now in milliseconds since 1970
 */
export function pageLink(gateway: string, privateKey: KeyObject, now = Date.now()): string {
  const { origin } = new URL(gateway);
  const until = Math.floor(now / 1000) + LINK_MINUTES * 60;
  const link: PageLink = {
    id: randomBytes(16).toString('hex'),
    publicKey: publicHalf(privateKey),
    gateway: origin,
    until,
  };
  return `${origin}${LINK_PATH}?token=${signToken(PURPOSE, link, privateKey)}`;
}

/** A link that may open a session for a team. */
export interface CheckedLink extends PageLink {
  team: string;
}

/**
 * Returns the contents of a link and its team. Throws PageError unless it is unaltered, signed with a listed key, made
 * for one of this deployment's gateways, and valid now.
 * @param gateways addresses of the gateways
 * @param now in milliseconds since 1970
 */
export function readLink(
  token: string,
  { teams, gateways, now }: { teams: Teams; gateways: readonly string[]; now: number },
): CheckedLink {
  const parsed = parseToken(PURPOSE, token);
  if (parsed === undefined) throw new PageError('INVALID');
  const link = read<PageLink>(PAGE_LINK, parsed.content, () => {
    throw new PageError('INVALID');
  });
  const [team] = Object.keys(teams).filter((name) => teams[name]?.publicKey === link.publicKey);
  if (team === undefined) throw new PageError('UNKNOWN_KEY');
  if (!parsed.isSignedBy(link.publicKey)) throw new PageError('INVALID');
  if (!gateways.some((gateway) => isSameGateway(link.gateway, gateway))) throw new PageError('OTHER_GATEWAY');
  const seconds = now / 1000;
  if (link.until > seconds + LINK_MINUTES * 60 + CLOCK_SKEW_S) throw new PageError('INVALID');
  if (link.until <= seconds) throw new PageError('EXPIRED');
  return { ...link, team };
}
