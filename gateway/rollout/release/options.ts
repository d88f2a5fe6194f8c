import { readAddress, readArguments } from 'server-kit/command-line';
import { PlainError } from 'server-kit/plain-error';
import { VERSION } from 'shared-ui/contract/documents';

/** The command's action; at most one at a time. */
export type Action =
  | { kind: 'publish' }
  | { kind: 'promote' }
  | { kind: 'rollback' }
  | { kind: 'to' | 'revoke'; version: string }
  | { kind: 'history' };

export interface Options {
  target: string | undefined;
  version: string | undefined;
  dir: string | undefined;
  /** Address at which the team's own server serves the build. */
  at: string | undefined;
  /** Addresses of gateways, as entered; empty if the command line names none. */
  gateways: string[];
  /** File of the key to sign with. */
  key: string | undefined;
  /** Percent of browsers. */
  share: number | undefined;
  why: string | undefined;
  /** Reason for publishing against the gate's verdict. */
  force: string | undefined;
  action: Action;
  help: boolean;
}

/** Why each of these can't be combined with publishing options. */
const ALONE = {
  promote: '--promote gives the version on trial to everyone',
  rollback: '--rollback returns to the previous version',
  to: '--to makes a published version active',
  revoke: '--revoke removes a published version',
  history: '--history shows what happened',
} as const;

/** A remote's own project, in which the command line need not name the remote and its build. */
export interface Project {
  name: string;
  /** Folder of its build, and the build's version if there is one. */
  dir: string;
  version?: string;
}

/**
 * Parses the command line. Throws PlainError, one sentence, for options that don't fit together.
 * @param project the project that the command is run in, if it is one of a single remote
 */
export function readOptions(args: string[], project?: Project): Options {
  const { values, positionals } = parseArguments(args);
  const { version, dir, at, key, why, force, help = false } = values;
  if (positionals.length > 1) throw new PlainError('Name one remote only.');
  checkVersion('version', version);
  const action = readAction(values);
  if (action.kind !== 'publish' && [dir, version, values.share].some((value) => value !== undefined)) {
    throw new PlainError(`${ALONE[action.kind]}; it can't be combined with --dir, --version or --share.`);
  }
  if (action.kind !== 'publish' && at !== undefined)
    throw new PlainError(`${ALONE[action.kind]}; it can't be combined with --at.`);
  if (action.kind === 'history' && why !== undefined)
    throw new PlainError(`${ALONE.history}; it can't be combined with --why.`);
  if (force !== undefined && (force === '' || action.kind !== 'publish')) {
    throw new PlainError('--force "reason" publishes despite the gate: it is for publishing only, and needs a reason.');
  }
  const target = positionals[0] ?? (dir === undefined ? project?.name : undefined);
  if (!help && target === undefined && (dir === undefined || action.kind !== 'publish')) {
    throw new PlainError('Name the remote to publish, e.g. npm run publish-remote -- surveys-mfe (--help shows more).');
  }
  const { gateway: gateways = [] } = values;
  return {
    target,
    version,
    dir,
    at: at === undefined ? at : readAddress(at, '--at'),
    gateways,
    key,
    share: readShare(values.share),
    why,
    force,
    action,
    help,
  };
}

type Values = ReturnType<typeof parseArguments>['values'];

function readAction(values: Values): Action {
  const asked = (['promote', 'rollback', 'to', 'revoke', 'history'] as const).filter((name) => values[name]);
  const [kind, other] = asked;
  if (other !== undefined) throw new PlainError(`Use either --${kind} or --${other}, not both.`);
  if (kind === undefined) return { kind: 'publish' };
  if (kind !== 'to' && kind !== 'revoke') return { kind };
  const version = values[kind] ?? '';
  checkVersion(kind, version);
  return { kind, version };
}

function checkVersion(option: string, version: string | undefined): void {
  if (version !== undefined && !VERSION.pattern.test(version)) {
    throw new PlainError(`--${option} must be ${VERSION.says}, not "${version}".`);
  }
}

function readShare(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const share = /^\d{1,3}$/.test(text) ? Number(text) : 0;
  if (share >= 1 && share <= 99) return share;
  throw new PlainError(
    `--share must be a whole number from 1 to 99, percent of browsers, not "${text}"; --promote gives it to everyone, --rollback ends it.`,
  );
}

function parseArguments(args: string[]) {
  return readArguments(args, {
    version: { type: 'string' },
    dir: { type: 'string' },
    at: { type: 'string' },
    gateway: { type: 'string', multiple: true },
    key: { type: 'string' },
    share: { type: 'string' },
    why: { type: 'string' },
    force: { type: 'string' },
    promote: { type: 'boolean' },
    rollback: { type: 'boolean' },
    to: { type: 'string' },
    revoke: { type: 'string' },
    history: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}
