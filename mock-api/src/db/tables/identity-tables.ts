/** Tables of staff sign-in through identity providers. */

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
export interface OidcLogoutTokensTable {
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
export interface PasskeyChallengesTable {
  /** Its purpose and owner: a session, or the page that holds the ticket. */
  key: string;
  challenge: string;
  /** Token hash of the session that requested it; null if not signed in. */
  session: string | null;
  expires_at: string;
}
