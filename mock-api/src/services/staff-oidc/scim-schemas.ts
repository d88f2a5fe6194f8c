/** What a SCIM client can find out about the service: its resources and their attributes (RFC 7643, 5 to 7). */
import { SCIM_GROUP, SCIM_LIST, SCIM_USER, type ScimDescription, type ScimDescriptions } from '../../contract.ts';
import { ScimError } from './scim.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';

/** Describes an attribute; what isn't said is as most are. */
const attribute = (name: string, special: Record<string, unknown> = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description: name,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...special,
});

const many = (subAttributes: readonly object[]) => ({ type: 'complex', multiValued: true, subAttributes });

const USER_ATTRIBUTES = [
  attribute('userName', { required: true, uniqueness: 'server' }),
  attribute('externalId', { caseExact: true }),
  attribute('active', { type: 'boolean' }),
  attribute('name', { type: 'complex', subAttributes: [attribute('givenName'), attribute('familyName')] }),
  attribute('emails', many([attribute('value'), attribute('primary', { type: 'boolean' })])),
];

const READ_ONLY = { mutability: 'readOnly' };
const IMMUTABLE = { mutability: 'immutable' };

const GROUP_ATTRIBUTES = [
  attribute('displayName', { ...READ_ONLY, uniqueness: 'server' }),
  attribute(
    'members',
    many([
      attribute('value', { ...IMMUTABLE, caseExact: true }),
      attribute('display', READ_ONLY),
      attribute('type', READ_ONLY),
    ]),
  ),
];

type Resource = 'Schemas' | 'ResourceTypes';

/** Returns descriptions by id, without their addresses. */
const DESCRIPTIONS: Readonly<Record<Resource, readonly ScimDescription[]>> = {
  Schemas: [
    { schemas: [`${CORE}:Schema`], id: SCIM_USER, name: 'User', attributes: USER_ATTRIBUTES },
    { schemas: [`${CORE}:Schema`], id: SCIM_GROUP, name: 'Group', attributes: GROUP_ATTRIBUTES },
  ],
  ResourceTypes: [
    { schemas: [`${CORE}:ResourceType`], id: 'User', name: 'User', endpoint: '/Users', schema: SCIM_USER },
    { schemas: [`${CORE}:ResourceType`], id: 'Group', name: 'Group', endpoint: '/Groups', schema: SCIM_GROUP },
  ],
};

const described = (resource: Resource, publicUrl: string): ScimDescription[] =>
  DESCRIPTIONS[resource].map((item) => ({
    ...item,
    meta: { resourceType: resource.slice(0, -1), location: `${publicUrl}/scim/v2/${resource}/${item.id}` },
  }));

export function listDescriptions(resource: Resource, publicUrl: string): ScimDescriptions {
  const Resources = described(resource, publicUrl);
  const { length } = Resources;
  return { schemas: [SCIM_LIST], totalResults: length, startIndex: 1, itemsPerPage: length, Resources };
}

/** @throws ScimError */
export function getDescription(resource: Resource, publicUrl: string, id: string): ScimDescription {
  const found = described(resource, publicUrl).find((item) => item.id === id);
  if (!found) throw new ScimError(404, `There is no such ${resource === 'Schemas' ? 'schema' : 'resource type'}.`);
  return found;
}
