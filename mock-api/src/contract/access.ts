/** Users, sessions and registration, and what users may change about themselves. */
import { type Static, Type } from 'typebox';
import { closed, Email, Nullable, Password, PersonName, PhoneNumber, Time, Words } from './parts.ts';

const DOCUMENT_NAME = '^[a-z][a-z-]{0,31}$';
const DOCUMENT_VERSION = '^[0-9][0-9A-Za-z.-]{0,15}$';

/** A document in its current version, e.g. {document: "privacy", version: "1.0"}. */
export const AgreementDue = Type.Object({ document: Type.String(), version: Type.String() }, closed);
export type AgreementDue = Static<typeof AgreementDue>;

/** A document version and when this user agreed to it; null: not yet. */
export const Agreement = Type.Object(
  { document: Type.String(), version: Type.String(), agreedAt: Nullable(Time) },
  closed,
);
export type Agreement = Static<typeof Agreement>;

/** Not closed: a client may send back what it received. The server sets the time. */
const Agreed = Type.Object({
  document: Type.String({ pattern: DOCUMENT_NAME }),
  version: Type.String({ pattern: DOCUMENT_VERSION }),
});
/** One or more documents that a user agrees to. */
export const AgreementsGiven = Type.Union([Agreed, Type.Array(Agreed, { minItems: 1, maxItems: 20 })]);
export type AgreementsGiven = Static<typeof AgreementsGiven>;

export const Phone = Type.Object({ country: Type.String(), digits: Type.String() }, closed);

/** The signed-in user, as seen by a full session. Never contains the password or uniqueCode. */
export const User = Type.Object(
  {
    scope: Type.Literal('full'),
    id: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    preferredName: Nullable(Type.String({ description: 'What the person wants to be called; for greetings only' })),
    nameByStaff: Type.Boolean({ description: 'Whether only the hospital changes firstName and lastName' }),
    userName: Type.String(),
    email: Type.String(),
    contactEmail: Nullable(Type.String()),
    phoneNumber: Type.String({ description: 'With country code, e.g. "+1 416 555 0101"; empty if none' }),
    pendingPhoneNumber: Type.Optional(
      Type.String({
        description: 'A number that waits for its code: a wanted one, or the own number until it is proven',
      }),
    ),
    maskedPhone: Type.String({ description: 'All but the last 4 characters hidden' }),
    phone: Nullable(Phone),
    mobilePhone: Nullable(Type.String()),
    address: Nullable(Type.String()),
    address2: Nullable(Type.String()),
    city: Nullable(Type.String()),
    suite: Nullable(Type.String()),
    province: Nullable(Type.String()),
    country: Nullable(Type.String()),
    postalCode: Nullable(Type.String()),
    organization: Nullable(Type.String()),
    roleType: Type.String({ description: 'patient, supporter, professional or staff' }),
    profileId: Type.Integer(),
    isChampion: Type.Boolean(),
    tester: Type.Boolean({
      description: 'Whether a test version of a remote stays active after sign-in; set by an operator',
    }),
    championedBy: Nullable(Type.String()),
    trackingNumber: Nullable(Type.String()),
    name: Type.String(),
    content: Nullable(Type.String()),
    statusId: Type.Integer(),
    hospitalStatusId: Type.Integer(),
    emailValidated: Type.Boolean(),
    nda: Type.Boolean(),
    termsConditions: Type.Boolean(),
    textNews: Type.Boolean({
      description: 'Whether notifications may be sent as text messages where push is unavailable',
    }),
    toAgree: Type.Array(AgreementDue, { description: 'Documents whose present version this person has not agreed to' }),
    scanCount: Type.Integer(),
    scannedAt: Nullable(Time),
    lastLoginAt: Nullable(Time),
    pinEnteredAt: Nullable(Time),
    confirmedAt: Nullable(Time),
    demoCompletedAt: Nullable(Time),
    disabledAt: Nullable(Time),
    createdAt: Time,
    updatedAt: Time,
    deletedAt: Nullable(Time),
  },
  closed,
);
export type User = Static<typeof User>;

/** Second factor of staff: a passkey if they have one, otherwise a code by email. */
export const SecondFactor = Type.Union([Type.Literal('passkey'), Type.Literal('email')]);
export type SecondFactor = Static<typeof SecondFactor>;

/** A new mobile number that waits for confirmation: by a link sent to the old number or the email, or by staff. */
export const PhoneChangeState = Type.Object({ maskedPhone: Type.String(), expiresAt: Time }, closed);
export type PhoneChangeState = Static<typeof PhoneChangeState>;

/**
 * What a narrow session may see of its user: a wristband session before the PIN, or a staff session before the
 * second factor (`roleType` and `secondFactor` are set for staff only).
 */
export const NarrowUser = Type.Object(
  {
    scope: Type.Literal('narrow'),
    firstName: Type.String(),
    maskedPhone: Type.String(),
    statusId: Type.Integer(),
    roleType: Type.Optional(Type.Literal('staff')),
    secondFactor: Type.Optional(SecondFactor),
    phoneNumber: Type.Optional(Type.String({ description: 'Only in the answer to the PATCH that has just set it' })),
    phoneChange: Type.Optional(PhoneChangeState),
    hasNoEmail: Type.Optional(
      Type.Literal(true, {
        description: 'Or none that is proven. A new number then needs no email step, and waits for confirmation',
      }),
    ),
  },
  closed,
);
export type NarrowUser = Static<typeof NarrowUser>;

export const Me = Type.Union([User, NarrowUser]);
export type Me = Static<typeof Me>;

/**
 * Response of every request that opens a session. The token is opaque; only its hash is stored. Staff get a narrow
 * session and the `secondFactor` that widens it.
 */
export const SessionAnswer = Type.Object(
  { token: Type.String(), user: Me, secondFactor: Type.Optional(SecondFactor) },
  closed,
);
export type SessionAnswer = Static<typeof SessionAnswer>;

/** One of the user's open sessions. */
export const OpenSession = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean({ description: 'Whether it is the session that asks' }),
    device: Type.String({ description: 'In words, e.g. "Firefox on Windows"' }),
    lastUsedAt: Time,
  },
  closed,
);
export type OpenSession = Static<typeof OpenSession>;

/**
 * When a session ends: at `idleAt` unless it is used before then, at `expiresAt` in any case. `now` is the server's
 * clock, so that a phone with a wrong clock can compute the remaining time. `sessions` are the user's own, most
 * recently used first; a narrow session sees only itself.
 */
export const SessionState = Type.Object(
  { now: Time, idleAt: Time, expiresAt: Time, sessions: Type.Array(OpenSession) },
  closed,
);
export type SessionState = Static<typeof SessionState>;

export const CodeLogin = Type.Object({ code: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export const PasswordLogin = Type.Object(
  {
    username: Type.String({ minLength: 1, maxLength: 254 }),
    password: Type.String({ minLength: 1, maxLength: 256 }),
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description:
          'From the link of an invitation: held for an account under review, and accepted once it is approved',
      }),
    ),
  },
  closed,
);
export type PasswordLogin = Static<typeof PasswordLogin>;
/** Optional body of POST /sessions/pin. */
export const PinRequest = Type.Union([
  Type.Object(
    { unlessAlive: Type.Optional(Type.Boolean({ description: 'Send nothing while the last code still works' })) },
    closed,
  ),
  Type.Null(),
]);
/** Response of POST /sessions/pin. */
export const PinSent = Type.Object({ maskedPhone: Type.String(), expiresAt: Time }, closed);
export type PinSent = Static<typeof PinSent>;
export const PinVerify = Type.Object({ pin: Type.String({ pattern: '^[0-9]{4}$' }) }, closed);
/** The code that staff receive by email. */
export const SecondFactorCode = Type.Object({ code: Type.String({ pattern: '^[0-9]{6}$' }) }, closed);
/** The code that was texted to a mobile number. A demo's fallback PIN has four digits. */
export const PhoneCode = Type.Object({ code: Type.String({ pattern: '^[0-9]{4}([0-9]{2})?$' }) }, closed);
export const EmailCheck = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed);

export const Registration = Type.Object(
  {
    firstName: PersonName(100),
    lastName: PersonName(100),
    email: Email,
    organization: Words(200),
    phoneNumber: PhoneNumber,
    password: Password,
    confirmPassword: Type.String({ maxLength: 256 }),
    invitation: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 64,
        description: 'From the link of an invitation: the account is matched by it, at once or once it is approved',
      }),
    ),
  },
  closed,
);
export type Registration = Static<typeof Registration>;
/** Response to a registration: what decides the end state, and nothing that reveals more. */
export const Registered = Type.Object(
  {
    email: Type.String(),
    hospitalStatusId: Type.Integer(),
    byEmail: Type.Optional(
      Type.Literal(true, { description: 'The same for new and known addresses: the email says what happened' }),
    ),
  },
  closed,
);
export type Registered = Static<typeof Registered>;

export const InterestSignUp = Type.Object(
  { email: Email, name: Words(200), city: Type.Optional(Type.String({ maxLength: 200 })), optIn: Type.Boolean() },
  closed,
);
export type InterestSignUp = Static<typeof InterestSignUp>;

export const EmailValidated = Type.Object(
  {
    hospitalStatusId: Type.Integer(),
    uniqueCode: Type.Optional(Type.String()),
    passwordDue: Type.Optional(
      Type.Object(
        { maskedPhone: Type.String() },
        { ...closed, description: 'Nothing is validated yet: another browser registered the account' },
      ),
    ),
  },
  closed,
);
export type EmailValidated = Static<typeof EmailValidated>;

/** Name of the inviter, and nothing else. */
export const Invitation = Type.Object({ name: Type.String() }, closed);
export type Invitation = Static<typeof Invitation>;

/** Token of a validation link; in another browser than the one that registered, also what its reader decides. */
export const EmailValidation = Type.Object(
  {
    uuid: Type.String({ minLength: 1, maxLength: 64 }),
    password: Type.Optional(Password),
    removePhone: Type.Optional(Type.Boolean({ description: "The registered mobile number isn't this person's" })),
  },
  closed,
);
export type EmailValidation = Static<typeof EmailValidation>;

/** What a link about a new mobile number confirms. */
export const PhoneChangeLink = Type.Object({ firstName: Type.String(), maskedPhone: Type.String() }, closed);
export type PhoneChangeLink = Static<typeof PhoneChangeLink>;

/** Token of a link in an email. */
export const LinkToken = Type.Object({ uuid: Type.String({ minLength: 1, maxLength: 64 }) }, closed);
export const EmailOnly = Type.Object({ email: Type.String({ minLength: 1, maxLength: 254 }) }, closed);
export const PasswordReset = Type.Object(
  { uuid: Type.String({ minLength: 1, maxLength: 64 }), password: Password },
  closed,
);
export type PasswordReset = Static<typeof PasswordReset>;

const Line = Nullable(Type.String({ maxLength: 200 }));
/**
 * What users may change about themselves. Other user fields are ignored: the client may send the whole user
 * (docs/product-rules.md#fields).
 */
export const UserChanges = Type.Partial(
  Type.Object({
    firstName: Words(100),
    lastName: Words(100),
    preferredName: Nullable(PersonName(40)),
    contactEmail: Nullable(Email),
    phoneNumber: PhoneNumber,
    phone: Nullable(
      Type.Object(
        { country: Type.String({ maxLength: 3 }), digits: Type.String({ pattern: '^[0-9]{4,15}$' }) },
        closed,
      ),
    ),
    mobilePhone: Nullable(PhoneNumber),
    address: Line,
    address2: Line,
    city: Line,
    suite: Line,
    province: Line,
    country: Line,
    postalCode: Line,
    organization: Line,
    content: Nullable(Type.String({ maxLength: 1000 })),
    textNews: Type.Boolean(),
  }),
);
export type UserChanges = Static<typeof UserChanges>;
