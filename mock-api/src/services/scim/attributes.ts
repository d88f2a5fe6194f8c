/** SCIM attributes of staff accounts, as providers send them. */
import type { ScimPatch, ScimUserInput } from '../../contract.ts';
import { emailOf, nameOf } from '../staff-oidc/claims.ts';

/** A refusal in SCIM's own form. */
export class ScimError extends Error {
  override readonly name = 'ScimError';
  readonly status: number;
  readonly scimType: string | undefined;

  constructor(status: number, detail: string, scimType?: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

/** What a request sets; absent: unchanged. An email or external id of null is removed. */
export interface ScimChanges {
  userName?: string;
  externalId?: string | null;
  active?: boolean;
  firstName?: string;
  lastName?: string;
  email?: string | null;
}

const invalid = (attribute: string) => new ScimError(400, `The value of ${attribute} is not valid.`, 'invalidValue');

/** Reads a boolean, which some providers send as text. */
function readActive(value: unknown): boolean {
  const text = String(value).toLowerCase();
  if (text !== 'true' && text !== 'false') throw invalid('active');
  return text === 'true';
}

function readUserName(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '' || value.length > 254) throw invalid('userName');
  return value.trim().toLowerCase();
}

function readExternalId(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value !== 'string' || value.length > 254) throw invalid('externalId');
  return value;
}

/** Reads the primary email, or the first. One that this product doesn't accept counts as none. */
function readEmails(value: unknown): string | null {
  const items = (Array.isArray(value) ? value : [value]) as ({ value?: unknown; primary?: unknown } | null)[];
  const chosen = items.find((item) => item?.primary === true) ?? items[0];
  return emailOf(chosen?.value) ?? null;
}

/** Reads a name. One that would be refused elsewhere is refused here, too. */
function readName(attribute: 'name.givenName' | 'name.familyName', value: unknown): string {
  const name = nameOf(value);
  if (name === '' && typeof value === 'string' && value.trim() !== '') throw invalid(attribute);
  return name;
}

/** Returns everything that a full user sets. */
export function changesOf({ userName, externalId, active, name, emails }: ScimUserInput): Required<ScimChanges> {
  return {
    userName: readUserName(userName),
    externalId: readExternalId(externalId),
    active: active === undefined ? true : readActive(active),
    firstName: readName('name.givenName', name?.givenName),
    lastName: readName('name.familyName', name?.familyName),
    email: readEmails(emails) ?? emailOf(userName) ?? null,
  };
}

/** How each attribute is read, by its path in lower case. Others are not stored. */
const READERS: Readonly<Record<string, (value: unknown) => ScimChanges>> = {
  active: (value) => ({ active: readActive(value) }),
  username: (value) => ({ userName: readUserName(value) }),
  externalid: (value) => ({ externalId: readExternalId(value) }),
  'name.givenname': (value) => ({ firstName: readName('name.givenName', value) }),
  'name.familyname': (value) => ({ lastName: readName('name.familyName', value) }),
  emails: (value) => ({ email: readEmails(value) }),
  'emails.value': (value) => ({ email: emailOf(value) ?? null }),
};

/** Returns a path without its schema and filter: `emails[type eq "work"].value` is `emails.value`. */
const plainPath = (path: string) =>
  path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:core:2\.0:user:/, '')
    .replace(/\[[^\]]*\]/, '');

function readAt(path: string, value: unknown): ScimChanges {
  const plain = plainPath(path);
  const read = Object.hasOwn(READERS, plain) ? READERS[plain] : undefined;
  if (read) return read(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  const inside = plain === '' ? '' : `${plain}.`;
  return Object.assign({}, ...Object.entries(value).map(([name, item]) => readAt(`${inside}${name}`, item)));
}

/** Attributes that can be removed. */
const REMOVED: Readonly<Record<string, ScimChanges>> = {
  externalid: { externalId: null },
  emails: { email: null },
  'emails.value': { email: null },
};

/**
 * Returns what operations set, in their order.
 * @throws ScimError
 */
export function changesOfPatch({ Operations }: ScimPatch): ScimChanges {
  const changes = Operations.map(({ op, path = '', value }) => {
    switch (op.toLowerCase()) {
      case 'add':
      case 'replace':
        return readAt(path, value);
      case 'remove':
        return REMOVED[plainPath(path)] ?? {};
      default:
        throw new ScimError(400, `The operation ${op} is not known.`, 'invalidSyntax');
    }
  });
  return Object.assign({}, ...changes);
}

const FILTER = /^\s*(username|externalid)\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/**
 * Reads a filter: `userName eq "…"` or `externalId eq "…"`.
 * @throws ScimError
 */
export function readFilter(filter: string | undefined): { userName?: string; externalId?: string } {
  if (filter === undefined || filter.trim() === '') return {};
  const [, attribute = '', quoted = ''] = FILTER.exec(filter) ?? [];
  try {
    const value = JSON.parse(quoted) as string;
    return attribute.toLowerCase() === 'username' ? { userName: value } : { externalId: value };
  } catch {
    throw new ScimError(400, 'Only userName eq "…" and externalId eq "…" are supported.', 'invalidFilter');
  }
}
