/**
 * Passkeys (WebAuthn, level 3): a key pair on the user's device for signing in. `publicKey` is the input of
 * `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`, a credential the output of its
 * `toJSON`. Bytes are base64url. Then SCIM 2.0 (RFC 7643, 7644), as far as identity providers use it to provision
 * staff.
 */
import { type Static, Type } from 'typebox';
import { Nullable, shape, Time } from './parts.ts';

const Challenge = Type.String({ description: '32 random bytes; to be signed within 5 minutes, once' });
/** How long a browser waits for the user, in milliseconds. */
const Timeout = Type.Integer();
const Kind = Type.Literal('public-key');
const KnownCredential = shape({ type: Kind, id: Type.String(), transports: Type.Array(Type.String()) });

export const Passkey = shape({
  id: Type.String(),
  device: Type.String({ description: 'Where it was made, in words, e.g. "Safari on iPhone"' }),
  synced: Type.Boolean({ description: "Whether it is on the person's other devices, too" }),
  createdAt: Time,
  lastUsedAt: Nullable(Time),
});
export type Passkey = Static<typeof Passkey>;

export const PasskeyCreation = shape({
  publicKey: shape({
    rp: shape({ id: Type.String(), name: Type.String() }),
    user: shape({ id: Type.String(), name: Type.String(), displayName: Type.String() }),
    challenge: Challenge,
    pubKeyCredParams: Type.Array(shape({ type: Kind, alg: Type.Integer() })),
    timeout: Timeout,
    attestation: Type.Literal('none'),
    excludeCredentials: Type.Array(KnownCredential),
    authenticatorSelection: shape({
      residentKey: Type.Literal('required'),
      requireResidentKey: Type.Literal(true),
      userVerification: Type.Literal('required'),
    }),
  }),
});
export type PasskeyCreation = Static<typeof PasskeyCreation>;

const Request = shape({
  challenge: Challenge,
  timeout: Timeout,
  rpId: Type.String(),
  allowCredentials: Type.Array(KnownCredential, { description: 'Empty: the person chooses' }),
  userVerification: Type.Literal('required'),
});
/** What a browser needs to use a passkey of the signed-in user. */
export const PasskeyRequest = shape({ publicKey: Request });
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** The same for signing in. The page stores the ticket and returns it with the credential. */
export const PasskeySignInRequest = shape({ ticket: Type.String(), publicKey: Request });
export type PasskeySignInRequest = Static<typeof PasskeySignInRequest>;

/** Credential objects are not closed: a client may send additional properties of its browser's credential. */
const Bytes = Type.String({ minLength: 1, maxLength: 8192, pattern: '^[A-Za-z0-9_-]+$' });
const credential = { id: Bytes, rawId: Bytes, type: Kind };

export const NewPasskey = shape({
  credential: Type.Object({
    ...credential,
    response: Type.Object({
      clientDataJSON: Bytes,
      attestationObject: Bytes,
      transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), { maxItems: 8 })),
    }),
  }),
});
export type NewPasskey = Static<typeof NewPasskey>;

const Assertion = Type.Object({
  ...credential,
  response: Type.Object({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Type.Optional(Nullable(Type.String({ maxLength: 128 }))),
  }),
});
export type PasskeyAssertion = Static<typeof Assertion>;
export const PasskeyUse = shape({ credential: Assertion });
export const PasskeySignIn = shape({ ticket: Type.String({ minLength: 1, maxLength: 64 }), credential: Assertion });

export const SCIM_USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
export const SCIM_GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group';
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

export const ScimUser = shape({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  externalId: Type.Optional(Type.String()),
  userName: Type.String(),
  active: Type.Boolean(),
  name: shape({ givenName: Type.String(), familyName: Type.String() }),
  emails: Type.Array(shape({ value: Type.String(), primary: Type.Boolean() })),
  meta: shape({
    resourceType: Type.String(),
    created: Type.String(),
    lastModified: Type.String(),
    location: Type.String(),
  }),
});
export type ScimUser = Static<typeof ScimUser>;

export const ScimList = shape({
  schemas: Type.Array(Type.String()),
  totalResults: Type.Integer(),
  startIndex: Type.Integer(),
  itemsPerPage: Type.Integer(),
  Resources: Type.Array(ScimUser),
});
export type ScimList = Static<typeof ScimList>;

export const ScimGroup = shape({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  displayName: Type.String(),
  members: Type.Array(shape({ value: Type.String(), display: Type.String(), type: Type.String() })),
  meta: shape({ resourceType: Type.String(), location: Type.String() }),
});
export type ScimGroup = Static<typeof ScimGroup>;

export const ScimGroupList = shape({ ...ScimList.properties, Resources: Type.Array(ScimGroup) });
export type ScimGroupList = Static<typeof ScimGroupList>;

/** A schema or a resource type. */
export const ScimDescription = shape({
  schemas: Type.Array(Type.String()),
  id: Type.String(),
  name: Type.String(),
  attributes: Type.Optional(Type.Array(Type.Unknown())),
  endpoint: Type.Optional(Type.String()),
  schema: Type.Optional(Type.String()),
  meta: Type.Optional(ScimGroup.properties.meta),
});
export type ScimDescription = Static<typeof ScimDescription>;

export const ScimDescriptions = shape({ ...ScimList.properties, Resources: Type.Array(ScimDescription) });
export type ScimDescriptions = Static<typeof ScimDescriptions>;

const Supported = shape({ supported: Type.Boolean() });

/** What this service supports of SCIM. */
export const ScimServiceProvider = shape({
  schemas: Type.Array(Type.String()),
  patch: Supported,
  bulk: shape({ supported: Type.Boolean(), maxOperations: Type.Integer(), maxPayloadSize: Type.Integer() }),
  filter: shape({ supported: Type.Boolean(), maxResults: Type.Integer() }),
  changePassword: Supported,
  sort: Supported,
  etag: Supported,
  authenticationSchemes: Type.Array(shape({ type: Type.String(), name: Type.String(), description: Type.String() })),
});
export type ScimServiceProvider = Static<typeof ScimServiceProvider>;
