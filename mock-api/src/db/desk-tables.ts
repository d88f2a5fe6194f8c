/** The tables round the hospital's desk: second factors, agreements, wristbands, requests, invitations. */
import type { RequestKind, RequestStatus } from '../contract.ts';

/** The code that a staff session waits for. */
export interface SecondFactorsTable {
  token_hash: string;
  salt: string;
  code_hash: string;
  attempts: number;
  expires_at: string;
}

export interface AgreementsTable {
  user_id: string;
  document: string;
  version: string;
  agreed_at: string;
}

/** Every wristband code there ever was. The one that is valid is in `users`, too. */
export interface WristbandsTable {
  code: string;
  user_id: string;
  issued_at: string;
  voided_at: string | null;
}

export interface RequestsTable {
  id: string;
  /** The patient. */
  user_id: string;
  /** Who sent it: the patient or a supporter. */
  author_id: string;
  /** The profile it is about, by its number in the patient's account. */
  profile_id: number;
  kind: RequestKind;
  /** JSON: {type, id, title}; null: about nothing in particular. */
  about: string | null;
  text: string;
  status: RequestStatus;
  created_at: string;
  seen_at: string | null;
  done_at: string | null;
}

export interface RequestRepliesTable {
  id: string;
  request_id: string;
  author_id: string;
  text: string;
  created_at: string;
}

/** One row for each invitation that an account under review has answered. */
export interface HeldInvitationsTable {
  user_id: string;
  /** The patient's entry; it may be gone. */
  supporter_id: string;
  patient_id: string;
  invited_at: string;
}

/** One row a link that was sent to an invited supporter. */
export interface InvitationsTable {
  token_hash: string;
  supporter_id: string;
  expires_at: string;
  used_at: string | null;
}
