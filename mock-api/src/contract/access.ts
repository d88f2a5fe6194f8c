/** Users, sessions and registration, and what users may change about themselves. */
import { type Static, Type } from 'typebox';
import { Email, Language, Nullable, oneOf, Password, PersonName, PhoneNumber, shape, Time, Words } from './parts.ts';

const DOCUMENT_NAME = '^[a-z][a-z-]{0,31}$';
const DOCUMENT_VERSION = '^[0-9][0-9A-Za-z.-]{0,15}$';

/** A document in its current version, e.g. {document: "privacy", version: "1.0"}. */
export const AgreementDue = shape({ document: Type.String(), version: Type.String() });
export type AgreementDue = Static<typeof AgreementDue>;

/** A document version and when this user agreed to it; null: not yet. */
export const Agreement = shape({ document: Type.String(), version: Type.String(), agreedAt: Nullable(Time) });
export type Agreement = Static<typeof Agreement>;

/** Not closed: a client may send back what it received. The server sets the time. */
const Agreed = Type.Object({
  document: Type.String({ pattern: DOCUMENT_NAME }),
  version: Type.String({ pattern: DOCUMENT_VERSION }),
});
/** One or more documents that a user agrees to. */
export const AgreementsGiven = Type.Union([Agreed, Type.Array(Agreed, { minItems: 1, maxItems: 20 })]);
export type AgreementsGiven = Static<typeof AgreementsGiven>;

export const Phone = shape({ country: Type.String(), digits: Type.String() });

/**
 * What staff do at the desk. `nurse`: the care of patients on their wards. `clerk`: people, wristbands and accounts.
 * `operator`: the hospital's feed and links to its records. `privacy`: who looked at what, and exports.
 */
export const StaffRole = oneOf('nurse', 'clerk', 'operator', 'privacy');
export type StaffRole = Static<typeof StaffRole>;

/** The signed-in user, as seen by a full session. Never contains the password or uniqueCode. */
export const User = shape({
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
  desk: Type.Optional(
    shape({
      roles: Type.Array(StaffRole),
      wards: Nullable(Type.Array(Type.String(), { description: 'Where a nurse works; null: on every ward' })),
    }),
  ),
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
  language: Type.Optional(
    Nullable(
      Type.Unsafe<Static<typeof Language>>({ ...Language, description: 'As chosen; null: of the last sign-in' }),
    ),
  ),
  needsInterpreter: Type.Optional(
    Type.Unsafe<boolean | null>({ ...Nullable(Type.Boolean()), description: 'Null: nobody has said' }),
  ),
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
});
export type User = Static<typeof User>;

/**
 * Second factor of staff: a passkey if they have one, else their authenticator app, else a code by email. `enrol`: the
 * emailed code was right, and a first passkey or authenticator app is due.
 */
export const SecondFactor = oneOf('passkey', 'authenticator', 'email', 'enrol');
export type SecondFactor = Static<typeof SecondFactor>;

/** A new mobile number that waits for confirmation: by a link sent to the old number or the email, or by staff. */
export const PhoneChangeState = shape({ maskedPhone: Type.String(), expiresAt: Time });
export type PhoneChangeState = Static<typeof PhoneChangeState>;

/**
 * What a narrow session may see of its user: a wristband session before the PIN, or a staff session before the
 * second factor (`roleType` and `secondFactor` are set for staff only).
 */
export const NarrowUser = shape({
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
});
export type NarrowUser = Static<typeof NarrowUser>;

export const Me = Type.Union([User, NarrowUser]);
export type Me = Static<typeof Me>;

/**
 * Response of every request that opens a session. The token is opaque; only its hash is stored. Staff get a narrow
 * session and the `secondFactor` that widens it.
 */
export const SessionAnswer = shape({ token: Type.String(), user: Me, secondFactor: Type.Optional(SecondFactor) });
export type SessionAnswer = Static<typeof SessionAnswer>;

/** One of the user's open sessions. */
export const OpenSession = shape({
  id: Type.String(),
  current: Type.Boolean({ description: 'Whether it is the session that asks' }),
  device: Type.String({ description: 'In words, e.g. "Firefox on Windows"' }),
  lastUsedAt: Time,
});
export type OpenSession = Static<typeof OpenSession>;

/**
 * When a session ends: at `idleAt` unless it is used before then, at `expiresAt` in any case. `now` is the server's
 * clock, so that a phone with a wrong clock can compute the remaining time. `sessions` are the user's own, most
 * recently used first; a narrow session sees only itself.
 */
export const SessionState = shape({ now: Time, idleAt: Time, expiresAt: Time, sessions: Type.Array(OpenSession) });
export type SessionState = Static<typeof SessionState>;

export const CodeLogin = shape({ code: Type.String({ minLength: 1, maxLength: 64 }) });
export const PasswordLogin = shape({
  username: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 256 }),
  invitation: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'From the link of an invitation: held for an account under review, and accepted once it is approved',
    }),
  ),
});
export type PasswordLogin = Static<typeof PasswordLogin>;
/** Optional body of POST /sessions/pin. */
export const PinRequest = Type.Union([
  shape({ unlessAlive: Type.Optional(Type.Boolean({ description: 'Send nothing while the last code still works' })) }),
  Type.Null(),
]);
/** Response of POST /sessions/pin. */
export const PinSent = shape({ maskedPhone: Type.String(), expiresAt: Time });
export type PinSent = Static<typeof PinSent>;
/** A PIN has four digits or, where the hospital says so, six. */
export const Pin = Type.String({ pattern: '^[0-9]{4}([0-9]{2})?$' });
export const PinVerify = shape({ pin: Pin });
/** The code that staff receive by email, their authenticator app's, or a recovery code with or without its hyphens. */
export const SecondFactorCode = shape({
  code: Type.String({ pattern: '^([0-9]{6}|[A-Za-z2-7]{4}(-?[A-Za-z2-7]{1,4}){3})$' }),
});
export const AuthenticatorCode = shape({ code: Type.String({ pattern: '^[0-9]{6}$' }) });
/** What an authenticator app scans, or a person types: `modules` are the dark parts of the QR code of `uri`, by row. */
export const AuthenticatorSetup = shape({
  secret: Type.String(),
  uri: Type.String(),
  modules: Type.Array(Type.String()),
});
export type AuthenticatorSetup = Static<typeof AuthenticatorSetup>;
/** Codes for when the phone is lost, shown once. */
export const RecoveryCodes = shape({ codes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;
/** A member of staff's authenticator app: since when, and how many recovery codes are unused. */
export const OwnFactors = shape({ authenticatorSince: Nullable(Time), recoveryCodesLeft: Type.Integer() });
export type OwnFactors = Static<typeof OwnFactors>;
/** The code that was texted to a mobile number. A demo's fallback PIN has four digits. */
export const PhoneCode = shape({ code: Type.String({ pattern: '^[0-9]{4}([0-9]{2})?$' }) });
export const EmailCheck = shape({ email: Type.String({ minLength: 1, maxLength: 254 }) });

export const Registration = shape({
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
});
export type Registration = Static<typeof Registration>;
/** Response to a registration: what decides the end state, and nothing that reveals more. */
export const Registered = shape({
  email: Type.String(),
  hospitalStatusId: Type.Integer(),
  byEmail: Type.Optional(
    Type.Literal(true, { description: 'The same for new and known addresses: the email says what happened' }),
  ),
});
export type Registered = Static<typeof Registered>;

export const InterestSignUp = shape({
  email: Email,
  name: Words(200),
  city: Type.Optional(Type.String({ maxLength: 200 })),
  optIn: Type.Boolean(),
});
export type InterestSignUp = Static<typeof InterestSignUp>;

export const EmailValidated = shape({
  hospitalStatusId: Type.Integer(),
  uniqueCode: Type.Optional(Type.String()),
  passwordDue: Type.Optional(
    shape(
      { maskedPhone: Type.String() },
      { description: 'Nothing is validated yet: another browser registered the account' },
    ),
  ),
});
export type EmailValidated = Static<typeof EmailValidated>;

/**
 * Name of the inviter. `invited` is what the inviter entered about the person who got the link, to fill in the
 * registration; absent once an account has answered the link.
 */
export const Invitation = shape({
  name: Type.String(),
  invited: Type.Optional(shape({ name: Type.String(), phone: Type.String({ description: 'With dial code' }) })),
});
export type Invitation = Static<typeof Invitation>;

/** Token of a validation link; in another browser than the one that registered, also what its reader decides. */
export const EmailValidation = shape({
  uuid: Type.String({ minLength: 1, maxLength: 64 }),
  password: Type.Optional(Password),
  removePhone: Type.Optional(Type.Boolean({ description: "The registered mobile number isn't this person's" })),
});
export type EmailValidation = Static<typeof EmailValidation>;

/** What a link about a new mobile number confirms. */
export const PhoneChangeLink = shape({ firstName: Type.String(), maskedPhone: Type.String() });
export type PhoneChangeLink = Static<typeof PhoneChangeLink>;

/** Token of a link in an email. */
export const LinkToken = shape({ uuid: Type.String({ minLength: 1, maxLength: 64 }) });
export const EmailOnly = shape({ email: Type.String({ minLength: 1, maxLength: 254 }) });
export const PasswordReset = shape({ uuid: Type.String({ minLength: 1, maxLength: 64 }), password: Password });
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
      shape({ country: Type.String({ maxLength: 3 }), digits: Type.String({ pattern: '^[0-9]{4,15}$' }) }),
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
    language: Nullable(Language),
    needsInterpreter: Nullable(Type.Boolean()),
  }),
);
export type UserChanges = Static<typeof UserChanges>;

/** Identity providers that the sign-in screen offers to staff. */
export const SignInProviders = Type.Array(
  shape({
    id: Type.String(),
    name: Type.String({ description: 'As people know it, e.g. "Northside General"' }),
    url: Type.String({ description: 'Where the browser goes to sign in, relative to this origin' }),
  }),
);
export type SignInProviders = Static<typeof SignInProviders>;

/** Why a sign-in through a provider failed, in the query `sso` of the sign-in screen. */
export const OIDC_FAILURES = [
  'cancelled',
  'expired',
  'no-second-factor',
  'not-staff',
  'account-exists',
  'closed',
  'unreachable',
  'refused',
] as const;
export type OidcFailure = (typeof OIDC_FAILURES)[number];

/** After a sign-out: where the browser also signs out of the provider. */
export const SignedOut = shape({ endSessionUrl: Type.String() });
export type SignedOut = Static<typeof SignedOut>;
