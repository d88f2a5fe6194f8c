/** Tables of passkeys. Bytes are base64url. */

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
