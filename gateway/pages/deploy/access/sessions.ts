import { createHash, createHmac, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readTextIfThere, replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { cookieIn, cookieName } from 'server-kit/http';
import { withLock } from 'server-kit/lock';
import type { FormOf, TextRule } from 'shared-ui/contract/documents';
import type { GatewayConfig } from '../../../http/config.ts';
import {
  checkKeyToken,
  KEY_TOKEN,
  type KeyToken,
  type KeyTokenKind,
  makeKeyToken,
} from '../../../team-requests/key-token.ts';
import { readTeams, teamIn } from '../../../trust/teams.ts';

/** Why the page refuses a request, and the status of the response. */
const STATUS = {
  SIGN_IN: 401,
  // Links that open no session.
  INVALID: 400,
  UNKNOWN_KEY: 403,
  OTHER_GATEWAY: 403,
  EXPIRED: 410,
  USED: 410,
  // Actions.
  CHANGED: 409,
  RULES: 409,
  TEAM: 403,
  FORM: 403,
  REASON: 400,
  SHARE: 400,
  UNKNOWN: 404,
  REGISTRY: 503,
} as const;

type RefusalKind = keyof typeof STATUS;

/** Thrown to answer with a page that says why something was refused; nothing was changed. */
export class PageError extends Error {
  readonly kind: RefusalKind;
  readonly status: number;
  /** Detail for the reader, in English. */
  readonly reason: string | undefined;

  constructor(kind: RefusalKind, reason?: string) {
    super(kind);
    this.kind = kind;
    this.status = STATUS[kind];
    this.reason = reason;
  }
}

/** Lifetime of a link, in minutes. */
export const LINK_MINUTES = 10;

/** A link that opens a session on the page, once. */
interface PageLink extends KeyToken {
  /** Unique per link: 32 hexadecimal digits. */
  id: string;
}

const ID: TextRule = { pattern: /^[0-9a-f]{32}$/, says: '32 hexadecimal digits' };

const PAGE_LINK: KeyTokenKind<PageLink> = {
  purpose: 'lodestar-deploy-page',
  form: { kind: 'object', required: { ...KEY_TOKEN, id: { kind: 'text', rule: ID } }, optional: {} },
  minutes: LINK_MINUTES,
};

/** Path under which a link opens. */
export const LINK_PATH = '/deploy/page/sign-in';

/** Returns a link to the page of one gateway, signed with a team's key. @param now in milliseconds since 1970 */
export function pageLink(gateway: string, privateKey: KeyObject, now = Date.now()): string {
  const token = makeKeyToken(PAGE_LINK, gateway, privateKey, { id: randomBytes(16).toString('hex') }, now);
  return `${new URL(gateway).origin}${LINK_PATH}?token=${token}`;
}

const COOKIE = 'lodestar-deploy';
/** Lifetime of a session, in seconds: a working day. */
const SESSION_S = 8 * 60 * 60;
/** Largest number of sessions; a new one ends the oldest. */
const MAX_SESSIONS = 1_000;

interface StoredSession {
  team: string;
  /** Key of the team when the session began: another key or none ends it. */
  publicKey: string;
  /** When it ends, in seconds since 1970. */
  until: number;
}

/** Stored in the deploy root, so that its gateways share it and a restart keeps it. */
interface SessionsFile {
  schema: 1;
  /** By SHA-256 of the cookie's value, in base64url. */
  sessions: Record<string, StoredSession>;
  /** Links that have been used -> when they end, in seconds since 1970. */
  used: Record<string, number>;
}

const SESSIONS_FILE: FormOf<SessionsFile> = {
  kind: 'object',
  required: {
    schema: { kind: 'choice', of: [1] },
    sessions: {
      kind: 'map',
      of: {
        kind: 'object',
        required: { team: { kind: 'text' }, publicKey: { kind: 'text' }, until: { kind: 'count' } },
        optional: {},
      },
    },
    used: { kind: 'map', of: { kind: 'count' } },
  },
  optional: {},
};

/** Someone who has opened the page with a team's link. */
export interface Session {
  team: string;
  /** Names of the remotes that the team may act on; `*` is any. */
  remotes: readonly string[];
  /** When it ends, in milliseconds since 1970. */
  until: number;
  /** Must be part of every form that changes something; no other site knows it. */
  formToken: string;
}

const hashOf = (value: string): string => createHash('sha256').update(value).digest('base64url');

const formTokenOf = (value: string): string => createHmac('sha256', value).update('form').digest('base64url');

/** Returns whether a form of this session was sent. */
export function hasFormToken({ formToken }: Session, sent: string | undefined): boolean {
  const [expected, given] = [Buffer.from(formToken), Buffer.from(sent ?? '')];
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Returns a Set-Cookie header. HttpOnly and Strict: no script reads it, and no other site's request carries it. */
function cookie(value: string, maxAge: number, https: boolean): string {
  const attributes = ['Path=/', `Max-Age=${maxAge}`, 'SameSite=Strict', 'HttpOnly', ...(https ? ['Secure'] : [])];
  return [`${cookieName(COOKIE, https)}=${value}`, ...attributes].join('; ');
}

const secondsNow = (): number => Math.floor(Date.now() / 1000);

/** Sessions of the people who have opened the page. */
export class Sessions {
  readonly #file: string;
  readonly #lock: string;
  readonly #teamsFile: string;
  readonly #gateways: readonly string[];
  readonly #https: boolean;

  constructor({ deployRoot, teamsFile, publicUrl, gateways }: GatewayConfig) {
    this.#file = join(deployRoot, '.page-sessions.json');
    this.#lock = join(deployRoot, '.page-sessions.lock');
    this.#teamsFile = teamsFile;
    this.#gateways = [publicUrl, ...gateways];
    this.#https = publicUrl.startsWith('https:');
  }

  /**
   * Returns the contents of a link and its team. @throws PageError unless it is valid and not used yet
   */
  async checkLink(token: string): Promise<PageLink & { team: string }> {
    const link = await checkKeyToken(token, PAGE_LINK, { teamsFile: this.#teamsFile, gateways: this.#gateways });
    if (typeof link === 'string') throw new PageError(link);
    if (Object.hasOwn((await this.#read()).used, link.id)) throw new PageError('USED');
    return link;
  }

  /** Opens a session with a link, which can't be used again. Returns the Set-Cookie header. @throws PageError */
  async open(token: string): Promise<{ team: string; cookie: string }> {
    const { id, team, publicKey, until } = await this.checkLink(token);
    const value = randomBytes(32).toString('base64url');
    await this.#change((file) => {
      if (Object.hasOwn(file.used, id)) throw new PageError('USED');
      file.used[id] = until;
      file.sessions[hashOf(value)] = { team, publicKey, until: secondsNow() + SESSION_S };
    });
    return { team, cookie: cookie(value, SESSION_S, this.#https) };
  }

  /** Returns the session of a Cookie header; undefined without one that is still valid. */
  async find(header: string | undefined): Promise<Session | undefined> {
    const value = this.#valueIn(header);
    if (value === undefined) return undefined;
    const { sessions } = await this.#read();
    const hash = hashOf(value);
    const stored = Object.hasOwn(sessions, hash) ? sessions[hash] : undefined;
    if (stored === undefined || stored.until <= secondsNow()) return undefined;
    const team = teamIn(await readTeams(this.#teamsFile), stored.team);
    if (team?.publicKey !== stored.publicKey || team.withdrawn !== undefined) return undefined;
    const { remotes } = team;
    return { team: stored.team, remotes, until: stored.until * 1000, formToken: formTokenOf(value) };
  }

  /** Ends the session of a Cookie header. Returns the Set-Cookie header that removes the cookie. */
  async end(header: string | undefined): Promise<string> {
    const value = this.#valueIn(header);
    if (value !== undefined) await this.#change(({ sessions }) => void delete sessions[hashOf(value)]);
    return cookie('', 0, this.#https);
  }

  #valueIn(header: string | undefined): string | undefined {
    return cookieIn(header, cookieName(COOKIE, this.#https));
  }

  /** Returns the file's contents. A damaged file counts as empty: people sign in again. */
  async #read(): Promise<SessionsFile> {
    const empty: SessionsFile = { schema: 1, sessions: {}, used: {} };
    const text = await readTextIfThere(this.#file);
    if (text === undefined) return empty;
    try {
      return readDocument<SessionsFile>(text, this.#file, SESSIONS_FILE);
    } catch {
      return empty;
    }
  }

  async #change(change: (file: SessionsFile) => void): Promise<void> {
    await mkdir(join(this.#file, '..'), { recursive: true });
    await withLock(this.#lock, async () => {
      const file = await this.#read();
      change(file);
      const now = secondsNow();
      const sessions = Object.entries(file.sessions)
        .filter(([, { until }]) => until > now)
        .sort(([, one], [, other]) => other.until - one.until)
        .slice(0, MAX_SESSIONS);
      const used = Object.entries(file.used).filter(([, until]) => until > now);
      const kept: SessionsFile = { schema: 1, sessions: Object.fromEntries(sessions), used: Object.fromEntries(used) };
      await replaceFile(this.#file, `${JSON.stringify(kept)}\n`);
    });
  }
}
