/**
 * Passkeys (WebAuthn, level 3): a key pair on the user's device for signing in. `publicKey` is the input of
 * `PublicKeyCredential.parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`, a credential the output of its
 * `toJSON`.
 * Bytes are base64url.
 */
import { type Static, Type } from 'typebox';
import { closed, Nullable, Time } from '../parts.ts';

const Challenge = Type.String({ description: '32 random bytes; to be signed within 5 minutes, once' });
/** How long a browser waits for the user, in milliseconds. */
const Timeout = Type.Integer();
const Kind = Type.Literal('public-key');
const KnownCredential = Type.Object({ type: Kind, id: Type.String(), transports: Type.Array(Type.String()) }, closed);

/** A passkey as shown to its owner. */
export const Passkey = Type.Object(
  {
    id: Type.String(),
    device: Type.String({ description: 'Where it was made, in words, e.g. "Safari on iPhone"' }),
    synced: Type.Boolean({ description: "Whether it is on the person's other devices, too" }),
    createdAt: Time,
    lastUsedAt: Nullable(Time),
  },
  closed,
);
export type Passkey = Static<typeof Passkey>;

/** What a browser needs to create a passkey. */
export const PasskeyCreation = Type.Object(
  {
    publicKey: Type.Object(
      {
        rp: Type.Object({ id: Type.String(), name: Type.String() }, closed),
        user: Type.Object({ id: Type.String(), name: Type.String(), displayName: Type.String() }, closed),
        challenge: Challenge,
        pubKeyCredParams: Type.Array(Type.Object({ type: Kind, alg: Type.Integer() }, closed)),
        timeout: Timeout,
        attestation: Type.Literal('none'),
        excludeCredentials: Type.Array(KnownCredential),
        authenticatorSelection: Type.Object(
          {
            residentKey: Type.Literal('required'),
            requireResidentKey: Type.Literal(true),
            userVerification: Type.Literal('required'),
          },
          closed,
        ),
      },
      closed,
    ),
  },
  closed,
);
export type PasskeyCreation = Static<typeof PasskeyCreation>;

const Request = Type.Object(
  {
    challenge: Challenge,
    timeout: Timeout,
    rpId: Type.String(),
    allowCredentials: Type.Array(KnownCredential, { description: 'Empty: the person chooses' }),
    userVerification: Type.Literal('required'),
  },
  closed,
);
/** What a browser needs to use a passkey of the signed-in user. */
export const PasskeyRequest = Type.Object({ publicKey: Request }, closed);
export type PasskeyRequest = Static<typeof PasskeyRequest>;

/** The same for signing in. The page stores the ticket and returns it with the credential. */
export const PasskeySignInRequest = Type.Object({ ticket: Type.String(), publicKey: Request }, closed);
export type PasskeySignInRequest = Static<typeof PasskeySignInRequest>;

/** Credential objects are not closed: a client may send additional properties of its browser's credential. */
const Bytes = Type.String({ minLength: 1, maxLength: 8192, pattern: '^[A-Za-z0-9_-]+$' });
const credential = { id: Bytes, rawId: Bytes, type: Kind };

export const NewPasskey = Type.Object(
  {
    credential: Type.Object({
      ...credential,
      response: Type.Object({
        clientDataJSON: Bytes,
        attestationObject: Bytes,
        transports: Type.Optional(Type.Array(Type.String({ pattern: '^[a-z-]{1,32}$' }), { maxItems: 8 })),
      }),
    }),
  },
  closed,
);
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
export const PasskeyUse = Type.Object({ credential: Assertion }, closed);
export const PasskeySignIn = Type.Object(
  { ticket: Type.String({ minLength: 1, maxLength: 64 }), credential: Assertion },
  closed,
);
