/** Tables of signing in: sessions, one-time codes and tokens, rate limits, identity providers and passkeys. */
import type { Generated } from 'kysely';

export interface SessionsTable {
  token_hash: string;
  user_id: string;
  scope: 'full' | 'narrow';
  may_change_phone: number;
  created_at: string;
  /** Latest time at which it ends. */
  expires_at: string;
  /** When it ends unless it is used. */
  idle_at: string;
  /** Browser and system, separated by a slash; null if unknown. */
  device: Generated<string | null>;
  /** Time until which its person counts as confirmed; null: not confirmed. */
  confirmed_until: Generated<string | null>;
}

export type TokenKind = 'validate-email' | 'reset-password' | 'login';

interface OneTimeTokensTable {
  token_hash: string;
  kind: TokenKind;
  user_id: string;
  created_at: string;
  expires_at: string;
  used_at: string | null;
}

/** A code that someone has to enter, as a hash. */
interface OneTimeCode {
  /** Of a hash that the previous release made; empty: the hash has its own. */
  salt: string;
  code_hash: string;
  attempts: number;
  expires_at: string;
}

/** The code that a staff session is waiting for. */
export interface SecondFactorsTable extends OneTimeCode {
  token_hash: string;
}

export interface PinCodesTable extends OneTimeCode {
  user_id: string;
  /** Token hash of the session that it was sent for; null: it works in any, as staff or the previous release gave it out. */
  session_hash: Generated<string | null>;
  created_at: string;
  used_at: string | null;
}

/** A mobile number that an account wants to use or prove, and the code that was texted to it, which expires earlier. */
export interface PhoneCodesTable extends OneTimeCode {
  user_id: string;
  phone_number: string;
  created_at: string;
}

/** A new mobile number that waits for confirmation (STRICT_IDENTITY). */
export interface PhoneChangesTable {
  user_id: string;
  /** Token hash of the session that wants the number; the session may have ended since. */
  session_hash: string;
  phone_number: string;
  /** Hashes of the links' tokens, by text to the old number and by email. */
  text_hash: string;
  email_hash: string;
  created_at: string;
  expires_at: string;
}

/** One row per rate-limited key: how often it occurred in the window, and until when it is blocked. */
interface ThrottlesTable {
  key: string;
  count: number;
  window_started_at: string;
  blocked_until: string | null;
}

/** A link by email that a visitor requested: accepted, but not processed yet. */
export interface MailRequestsTable {
  id: string;
  kind: 'validate-email' | 'reset-password' | 'account-exists';
  email: string;
  created_at: string;
}

/** The identity of a staff account at its provider. An account with one signs in through that provider only. */
export interface StaffIdentitiesTable {
  user_id: string;
  issuer: string;
  /** `sub` of the provider's tokens; null until the first sign-in of an account that SCIM created. */
  subject: string | null;
  /** SCIM's `userName`, in lower case. */
  user_name: string;
  /** SCIM's `externalId`. */
  external_id: string | null;
  /** JSON: names of the groups of which SCIM has made it a member; null: none. */
  scim_groups: Generated<string | null>;
  created_at: string;
}

/** A sign-in through a provider, from its start until the browser has its session. */
export interface OidcSignInsTable {
  /** Hash of the cookie of the browser that started it. */
  browser_hash: string;
  provider: string;
  state_hash: string;
  /** JSON, encrypted with the cookie: nonce and PKCE verifier, then what the session needs. */
  sealed: string;
  /** Account that the provider has vouched for; null until then. */
  user_id: string | null;
  expires_at: string;
}

/** What a session that a provider opened needs to be checked and ended. */
export interface OidcSessionsTable {
  token_hash: string;
  provider: string;
  subject: string;
  /** Session at the provider; null if its tokens don't name it. */
  sid: string | null;
  /** JSON, encrypted with the session's token: the provider's tokens. */
  sealed: string;
  /** When the provider was last asked; in the future while it is being asked. */
  checked_at: string;
  /** Since when the provider could not be asked; null if it could. */
  unreachable_since: string | null;
}

/** Logout tokens that were used, until they expire. */
interface OidcLogoutTokensTable {
  /** Hash of issuer and `jti`. */
  id: string;
  expires_at: string;
}

/** One row per key pair, whose private key is on the user's device. */
export interface PasskeysTable {
  credential_id: string;
  user_id: string;
  /** COSE. */
  public_key: string;
  /** Signature counter as reported by the device; always 0 on devices that do not count. Up to 2^32 - 1. */
  counter: number;
  /** JSON: how a browser reaches the device, e.g. ["internal","hybrid"]. */
  transports: string;
  /** 1: synced by its provider to all of the user's devices. */
  synced: number;
  /** Where it was created, see `deviceOf`. */
  device: string | null;
  created_at: string;
  last_used_at: string | null;
}

/** A challenge for a device to sign. Single use: reading it deletes it. */
interface PasskeyChallengesTable {
  /** Its purpose and owner: a session, or the page that holds the ticket. */
  key: string;
  challenge: string;
  /** Token hash of the session that requested it; null if not signed in. */
  session: string | null;
  expires_at: string;
}

/** A member of staff's authenticator app. */
export interface AuthenticatorsTable {
  user_id: string;
  /** Its secret, encrypted with a key that is not in the database. */
  sealed: string;
  created_at: string;
  /** When its first code was entered; null: it opens nothing yet. */
  confirmed_at: string | null;
  /** Step (30 seconds) of the code that was used last: none of it or before works again. */
  last_step: number | null;
}

/** Codes for when the phone is lost. A used one is deleted. */
interface RecoveryCodesTable {
  /** Keyed hash. */
  code_hash: string;
  user_id: string;
}

export interface IdentityTables {
  sessions: SessionsTable;
  one_time_tokens: OneTimeTokensTable;
  pin_codes: PinCodesTable;
  phone_changes: PhoneChangesTable;
  phone_codes: PhoneCodesTable;
  throttles: ThrottlesTable;
  mail_requests: MailRequestsTable;
  second_factors: SecondFactorsTable;
  passkeys: PasskeysTable;
  passkey_challenges: PasskeyChallengesTable;
  authenticators: AuthenticatorsTable;
  recovery_codes: RecoveryCodesTable;
  staff_identities: StaffIdentitiesTable;
  oidc_sign_ins: OidcSignInsTable;
  oidc_sessions: OidcSessionsTable;
  oidc_logout_tokens: OidcLogoutTokensTable;
}
