/** The tables of passkeys. Bytes are base64url. */

/** One row a key pair, of which the private half is on its person's device. */
export interface PasskeysTable {
  credential_id: string;
  user_id: string;
  /** COSE. */
  public_key: string;
  /** How often the device has signed with it, as it says; 0 for ever on those that do not count. Up to 2^32 - 1. */
  counter: number;
  /** JSON: how a browser reaches the device, e.g. ["internal","hybrid"]. */
  transports: string;
  /** 1: its maker keeps it for all of the person's devices. */
  synced: number;
  /** Where it was made, see `deviceOf`. */
  device: string | null;
  created_at: string;
  last_used_at: string | null;
}

/** What a device is asked to sign. Single use: taking it deletes it. */
export interface PasskeyChallengesTable {
  /** What it is for, and whose: a session, or the page that holds the ticket. */
  key: string;
  challenge: string;
  /** Token hash of the session that asked; null: nobody is signed in there. */
  session: string | null;
  expires_at: string;
}
