/**
 * Groups as a provider's SCIM client sees and changes them: those that its settings give a role, with its own accounts.
 * They can't be created, renamed or deleted.
 */
import type { OidcProvider } from '../../config/staff-oidc.ts';
import {
  SCIM_GROUP,
  SCIM_LIST,
  type ScimGroup,
  type ScimGroupList,
  type ScimPatch,
  type ScimQuery,
} from '../../contract.ts';
import { inTransaction, type Trx } from '../../db/schema.ts';
import { listMembers, type StaffMember, scimGroupsOf, updateIdentity } from '../../repositories/accounts/identities.ts';
import { lockUsers } from '../../repositories/accounts/users.ts';
import { sha256 } from '../../security/secrets.ts';
import type { Services } from '../context.ts';
import { applyGroups } from './groups.ts';
import { MAX_RESULTS, ScimError } from './scim.ts';

/** Returns the names of the groups that SCIM may fill: none if the groups come with the ID token. */
const namesOf = ({ groups, groupsFrom }: OidcProvider): string[] =>
  groupsFrom === 'scim' ? [...new Set((groups ?? []).map(({ group }) => group))] : [];

/** Names may hold characters that paths can't. */
const idOf = (name: string): string => sha256(name);

/** @throws ScimError */
function find(provider: OidcProvider, id: string): string {
  const name = namesOf(provider).find((one) => idOf(one) === id);
  if (name === undefined) throw new ScimError(404, 'There is no such group.');
  return name;
}

const toScim = ({ config }: Services, name: string, people: readonly StaffMember[]): ScimGroup => ({
  schemas: [SCIM_GROUP],
  id: idOf(name),
  displayName: name,
  members: people
    .filter(({ groups }) => groups.includes(name))
    .map(({ id, userName }) => ({ value: id, display: userName, type: 'User' })),
  meta: { resourceType: 'Group', location: `${config.publicUrl}/scim/v2/Groups/${idOf(name)}` },
});

const FILTER = /^\s*displayname\s+eq\s+("(?:[^"\\]|\\.)*")\s*$/i;

/** Reads a filter: `displayName eq "…"`. Undefined: none. @throws ScimError */
function readFilter(filter: string | undefined): string | undefined {
  if (filter === undefined || filter.trim() === '') return undefined;
  try {
    return (JSON.parse(FILTER.exec(filter)?.[1] ?? '') as string).toLowerCase();
  } catch {
    throw new ScimError(400, 'Only displayName eq "…" is supported.', 'invalidFilter');
  }
}

export async function listGroups(
  services: Services,
  provider: OidcProvider,
  { filter, startIndex = '1', count = String(MAX_RESULTS) }: ScimQuery,
): Promise<ScimGroupList> {
  const wanted = readFilter(filter);
  const found = namesOf(provider).filter((name) => wanted === undefined || name.toLowerCase() === wanted);
  const first = Math.max(1, Number(startIndex));
  const page = found.slice(first - 1, first - 1 + Math.min(MAX_RESULTS, Math.max(0, Number(count))));
  const people = await listMembers(services.db, provider.issuer);
  return {
    schemas: [SCIM_LIST],
    totalResults: found.length,
    startIndex: first,
    itemsPerPage: page.length,
    Resources: page.map((name) => toScim(services, name, people)),
  };
}

export async function getGroup(services: Services, provider: OidcProvider, id: string): Promise<ScimGroup> {
  return toScim(services, find(provider, id), await listMembers(services.db, provider.issuer));
}

/** A change of the members: `replace` removes all others. */
interface MemberChange {
  op: 'add' | 'remove' | 'replace';
  ids: readonly string[];
}

const invalid = (detail: string, type = 'invalidValue') => new ScimError(400, detail, type);

function readMembers(value: unknown): string[] {
  return [value ?? []].flat().map((item) => {
    const id = (item as { value?: unknown } | null)?.value;
    if (typeof id !== 'string') throw invalid('Each member needs the id of a user as its value.');
    return id;
  });
}

const SCHEMA = /^urn:ietf:params:scim:schemas:core:2\.0:group:/i;
const ONE_MEMBER = /^members\[value eq "([^"\\]+)"\]$/i;

/** Reads what an operation sets: members, and the name if that stays. Other attributes are not stored. */
function readFields(name: string, value: unknown): unknown {
  const fields = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
  const { displayName = name, members } = fields;
  if (displayName !== name) throw invalid('The settings name the groups.', 'mutability');
  return members;
}

/** Returns an operation's fields: the value without a path, else its attribute if that is the name. */
function fieldsAt(attribute: string, value: unknown): unknown {
  if (attribute === '') return value;
  return attribute === 'displayname' ? { displayName: value } : {};
}

function readRemoval(path: string, value: unknown): MemberChange {
  const one = ONE_MEMBER.exec(path)?.[1];
  if (one !== undefined) return { op: 'remove', ids: [one] };
  if (path.toLowerCase() !== 'members') throw invalid('Only members can be removed.', 'noTarget');
  return value == null ? { op: 'replace', ids: [] } : { op: 'remove', ids: readMembers(value) };
}

/** Reads an operation. Undefined: it changes no members. @throws ScimError */
function readChange(
  name: string,
  { op: word, path, value }: ScimPatch['Operations'][number],
): MemberChange | undefined {
  const op = word.toLowerCase();
  const plain = (path ?? '').trim().replace(SCHEMA, '');
  if (op === 'remove') return readRemoval(plain, value);
  if (op !== 'add' && op !== 'replace') throw invalid(`The operation ${word} is not known.`, 'invalidSyntax');
  const attribute = plain.toLowerCase();
  if (attribute.startsWith('members') && attribute !== 'members')
    throw invalid('Only a removal may choose members.', 'invalidPath');
  const members = attribute === 'members' ? (value ?? []) : readFields(name, fieldsAt(attribute, value));
  return members === undefined ? undefined : { op, ids: readMembers(members) };
}

/** Returns the members after a change. */
function changed(members: ReadonlySet<string>, { op, ids }: MemberChange): Set<string> {
  if (op === 'replace') return new Set(ids);
  if (op === 'add') return new Set([...members, ...ids]);
  return new Set([...members].filter((id) => !ids.includes(id)));
}

async function setMembers(
  trx: Trx,
  provider: OidcProvider,
  name: string,
  changes: readonly MemberChange[],
): Promise<void> {
  const people = await listMembers(trx, provider.issuer);
  const known = new Set(people.map(({ id }) => id));
  const before = new Set(people.filter(({ groups }) => groups.includes(name)).map(({ id }) => id));
  // Who is no member needs no removal, whether the account exists or not.
  const given = changes.filter(({ op }) => op !== 'remove').flatMap(({ ids }) => ids);
  if (!given.every((id) => known.has(id))) throw invalid('A member is not a user of this provider.');
  const after = changes.reduce<ReadonlySet<string>>(changed, before);
  const touched = people.map(({ id }) => id).filter((id) => before.has(id) !== after.has(id));
  await lockUsers(trx, touched);
  for (const id of touched) {
    const others = (await scimGroupsOf(trx, id)).filter((group) => group !== name);
    const groups = after.has(id) ? [...others, name] : others;
    await updateIdentity(trx, id, { scim_groups: JSON.stringify(groups) });
    await applyGroups(trx, provider, id);
  }
}

/** Adds and removes members, which gives and takes roles at once. All operations count, or none. */
export async function patchGroup(
  services: Services,
  provider: OidcProvider,
  id: string,
  { Operations }: ScimPatch,
): Promise<ScimGroup> {
  const name = find(provider, id);
  const changes = Operations.flatMap((operation) => readChange(name, operation) ?? []);
  await inTransaction(services.db, (trx) => setMembers(trx, provider, name, changes));
  return getGroup(services, provider, id);
}
