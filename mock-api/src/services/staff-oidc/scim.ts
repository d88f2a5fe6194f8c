/**
 * Staff accounts as a provider's SCIM client sees and changes them: its own only. A disabled or deleted account has no
 * session any more, at any process, and opens none.
 */
import type { Updateable } from 'kysely';
import { now } from '../../common/clock.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import {
  SCIM_LIST,
  SCIM_USER,
  type ScimList,
  type ScimPatch,
  type ScimQuery,
  type ScimUser,
  type ScimUserInput,
} from '../../contract.ts';
import { type Db, inTransaction, type Trx, type UsersTable } from '../../db/schema.ts';
import {
  findByUserName,
  findIdentity,
  listIdentities,
  type StaffIdentity,
  updateIdentity,
} from '../../repositories/accounts/identities.ts';
import { endAllSessions } from '../../repositories/accounts/sessions.ts';
import { emailOf, findAnyUserByEmail, lockUser, noEmail, updateUser } from '../../repositories/accounts/users.ts';
import { auditIdentity } from '../accounts/identity.ts';
import type { Services } from '../context.ts';
import { createStaff, findLinkable, linkStaff, logProviderAct } from './accounts.ts';
import { emailIn, nameOf } from './claims.ts';
import { applyGroups } from './groups.ts';

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
interface ScimChanges {
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
  return emailIn(chosen?.value) ?? null;
}

/** Reads a name. One that would be refused elsewhere is refused here, too. */
function readName(attribute: 'name.givenName' | 'name.familyName', value: unknown): string {
  const name = nameOf(value);
  if (name === '' && typeof value === 'string' && value.trim() !== '') throw invalid(attribute);
  return name;
}

/** Returns everything that a full user sets. */
function changesOf({ userName, externalId, active, name, emails }: ScimUserInput): Required<ScimChanges> {
  return {
    userName: readUserName(userName),
    externalId: readExternalId(externalId),
    active: active === undefined ? true : readActive(active),
    firstName: readName('name.givenName', name?.givenName),
    lastName: readName('name.familyName', name?.familyName),
    email: readEmails(emails) ?? emailIn(userName) ?? null,
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
  'emails.value': (value) => ({ email: emailIn(value) ?? null }),
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

/** @throws ScimError */
function changesOfPatch({ Operations }: ScimPatch): ScimChanges {
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
function readFilter(filter: string | undefined): { userName?: string; externalId?: string } {
  if (filter === undefined || filter.trim() === '') return {};
  const [, attribute = '', quoted = ''] = FILTER.exec(filter) ?? [];
  try {
    const value = JSON.parse(quoted) as string;
    return attribute.toLowerCase() === 'username' ? { userName: value } : { externalId: value };
  } catch {
    throw new ScimError(400, 'Only userName eq "…" and externalId eq "…" are supported.', 'invalidFilter');
  }
}

export const MAX_RESULTS = 100;

const taken = () => new ScimError(409, 'Another account has this user name or email.', 'uniqueness');

function toScim({ config }: Services, row: StaffIdentity): ScimUser {
  const email = emailOf(row) ?? row.contact_email;
  return {
    schemas: [SCIM_USER],
    id: row.user_id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.user_name,
    active: row.disabled_at === null,
    name: { givenName: row.first_name, familyName: row.last_name },
    emails: email === null ? [] : [{ value: email, primary: true }],
    meta: {
      resourceType: 'User',
      created: row.linked_at,
      lastModified: row.updated_at,
      location: `${config.publicUrl}/scim/v2/Users/${row.user_id}`,
    },
  };
}

/** @throws ScimError 404, also for accounts of other providers */
async function find(db: Db, { issuer }: OidcProvider, id: string): Promise<StaffIdentity> {
  const row = await findIdentity(db, issuer, id);
  if (!row || row.deleted_at !== null) throw new ScimError(404, 'There is no such user.');
  return row;
}

export async function getUser(services: Services, provider: OidcProvider, id: string): Promise<ScimUser> {
  return toScim(services, await find(services.db, provider, id));
}

export async function listUsers(services: Services, provider: OidcProvider, query: ScimQuery): Promise<ScimList> {
  const startIndex = Math.max(1, Number(query.startIndex ?? 1));
  const limit = Math.min(MAX_RESULTS, Math.max(0, Number(query.count ?? MAX_RESULTS)));
  const filter = readFilter(query.filter);
  const { total, page } = await listIdentities(services.db, provider.issuer, filter, {
    offset: startIndex - 1,
    limit,
  });
  return {
    schemas: [SCIM_LIST],
    totalResults: total,
    startIndex,
    itemsPerPage: page.length,
    Resources: page.map((row) => toScim(services, row)),
  };
}

/** Returns the columns of a user that change. */
function columnsOf(row: StaffIdentity, { firstName, lastName, email, active }: ScimChanges): Updateable<UsersTable> {
  const isDisabled = row.disabled_at !== null;
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email: email ?? noEmail(row.user_id), contact_email: email }),
    ...(active === undefined || active === !isDisabled ? {} : { disabled_at: active ? null : now() }),
  };
}

/** @throws ScimError 409 */
async function refuseTaken(trx: Trx, row: StaffIdentity, { userName, email }: ScimChanges): Promise<void> {
  const sameName = userName === undefined ? undefined : await findByUserName(trx, row.issuer, userName);
  const sameEmail = email == null ? undefined : await findAnyUserByEmail(trx, email);
  if ((sameName && sameName.user_id !== row.user_id) || (sameEmail && sameEmail.id !== row.user_id)) throw taken();
}

async function change(trx: Trx, provider: OidcProvider, row: StaffIdentity, changes: ScimChanges): Promise<void> {
  await lockUser(trx, row.user_id);
  await refuseTaken(trx, row, changes);
  const columns = columnsOf(row, changes);
  const { userName, externalId } = changes;
  await updateIdentity(trx, row.user_id, {
    ...(userName === undefined ? {} : { user_name: userName }),
    ...(externalId === undefined ? {} : { external_id: externalId }),
  });
  const changed = await updateUser(trx, row.user_id, columns);
  await auditIdentity(trx, row, changed, { actor: null, provider: provider.id });
  if (columns.disabled_at === undefined) return logProviderAct(trx, 'provider-changed', row.user_id, provider);
  if (columns.disabled_at !== null) await endAllSessions(trx, row.user_id);
  await logProviderAct(
    trx,
    columns.disabled_at === null ? 'provider-enabled' : 'provider-disabled',
    row.user_id,
    provider,
  );
}

function changeUser(services: Services, provider: OidcProvider, id: string, changes: ScimChanges): Promise<ScimUser> {
  return inTransaction(services.db, async (trx) => {
    await change(trx, provider, await find(trx, provider, id), changes);
    return toScim(services, await find(trx, provider, id));
  });
}

export const replaceUser = (services: Services, provider: OidcProvider, id: string, input: ScimUserInput) =>
  changeUser(services, provider, id, changesOf(input));

export const patchUser = (services: Services, provider: OidcProvider, id: string, patch: ScimPatch) =>
  changeUser(services, provider, id, changesOfPatch(patch));

/**
 * Creates an account, links one of staff whose email the operator trusts this provider with, or reopens a deleted one.
 */
export function createUser(services: Services, provider: OidcProvider, input: ScimUserInput): Promise<ScimUser> {
  const { config, db } = services;
  const changes = changesOf(input);
  const { userName, externalId, email, firstName, lastName } = changes;
  return inTransaction(db, async (trx) => {
    const known = await findByUserName(trx, provider.issuer, userName);
    if (known && known.deleted_at === null) throw taken();
    const linkable = known ? undefined : await findLinkable(trx, provider, email ?? undefined);
    const identity = { subject: null, userName, externalId: externalId ?? undefined };
    if (linkable) await linkStaff(trx, provider, linkable.id, identity);
    if (known) await updateUser(trx, known.user_id, { deleted_at: null });
    const person = { ...identity, firstName, lastName, email: email ?? undefined, contactEmail: email ?? undefined };
    const id = known?.user_id ?? linkable?.id ?? (await createStaff(trx, config, provider, person));
    if (id === undefined) throw taken();
    const created = await find(trx, provider, id);
    // A new account is active and has all of it already.
    if (known || linkable || !changes.active) await change(trx, provider, created, changes);
    return toScim(services, await find(trx, provider, id));
  });
}

/** Closes an account: what its person has written stays, and only this provider can reopen it. */
export function deleteUser({ db }: Services, provider: OidcProvider, id: string): Promise<void> {
  return inTransaction(db, async (trx) => {
    const { user_id: userId } = await find(trx, provider, id);
    await lockUser(trx, userId);
    const time = now();
    await updateUser(trx, userId, { deleted_at: time, disabled_at: time });
    await updateIdentity(trx, userId, { scim_groups: null });
    await applyGroups(trx, provider, userId);
    await endAllSessions(trx, userId);
    await logProviderAct(trx, 'provider-removed', userId, provider);
  });
}
