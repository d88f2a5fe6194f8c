/** SCIM 2.0 (RFC 7643, 7644), as far as identity providers use it to provision staff. */
import { type Static, Type } from 'typebox';
import { closed, Nullable } from '../parts.ts';

export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const SCIM_LIST = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
export const SCIM_ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const Text = Nullable(Type.String({ maxLength: 254 }));

/** What a provider sends to create or replace a user. Other attributes are ignored. */
export const ScimUserInput = Type.Object({
  userName: Type.String({ minLength: 1, maxLength: 254 }),
  externalId: Type.Optional(Text),
  /** Some providers send text. */
  active: Type.Optional(Type.Union([Type.Boolean(), Type.String({ maxLength: 5 })])),
  name: Type.Optional(Nullable(Type.Object({ givenName: Type.Optional(Text), familyName: Type.Optional(Text) }))),
  emails: Type.Optional(
    Nullable(
      Type.Array(Type.Object({ value: Type.Optional(Text), primary: Type.Optional(Type.Boolean()) }), { maxItems: 20 }),
    ),
  ),
});
export type ScimUserInput = Static<typeof ScimUserInput>;

export const ScimPatch = Type.Object({
  Operations: Type.Array(
    Type.Object({
      op: Type.String({ maxLength: 10 }),
      path: Type.Optional(Type.String({ maxLength: 200 })),
      value: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1, maxItems: 50 },
  ),
});
export type ScimPatch = Static<typeof ScimPatch>;

export const ScimQuery = Type.Object({
  filter: Type.Optional(Type.String({ maxLength: 400 })),
  startIndex: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,9}$' })),
  count: Type.Optional(Type.String({ pattern: '^-?[0-9]{1,9}$' })),
});
export type ScimQuery = Static<typeof ScimQuery>;

export const ScimUser = Type.Object(
  {
    schemas: Type.Array(Type.String()),
    id: Type.String(),
    externalId: Type.Optional(Type.String()),
    userName: Type.String(),
    active: Type.Boolean(),
    name: Type.Object({ givenName: Type.String(), familyName: Type.String() }, closed),
    emails: Type.Array(Type.Object({ value: Type.String(), primary: Type.Boolean() }, closed)),
    meta: Type.Object(
      { resourceType: Type.String(), created: Type.String(), lastModified: Type.String(), location: Type.String() },
      closed,
    ),
  },
  closed,
);
export type ScimUser = Static<typeof ScimUser>;

export const ScimList = Type.Object(
  {
    schemas: Type.Array(Type.String()),
    totalResults: Type.Integer(),
    startIndex: Type.Integer(),
    itemsPerPage: Type.Integer(),
    Resources: Type.Array(ScimUser),
  },
  closed,
);
export type ScimList = Static<typeof ScimList>;

const Supported = Type.Object({ supported: Type.Boolean() }, closed);

/** What this service supports of SCIM. */
export const ScimServiceProvider = Type.Object(
  {
    schemas: Type.Array(Type.String()),
    patch: Supported,
    bulk: Type.Object(
      { supported: Type.Boolean(), maxOperations: Type.Integer(), maxPayloadSize: Type.Integer() },
      closed,
    ),
    filter: Type.Object({ supported: Type.Boolean(), maxResults: Type.Integer() }, closed),
    changePassword: Supported,
    sort: Supported,
    etag: Supported,
    authenticationSchemes: Type.Array(
      Type.Object({ type: Type.String(), name: Type.String(), description: Type.String() }, closed),
    ),
  },
  closed,
);
export type ScimServiceProvider = Static<typeof ScimServiceProvider>;
