/** Entries of the audit log as FHIR R4 AuditEvents: ids only, as in the log itself. */
import type { AuditAction } from '../../db/schema.ts';
import { FAILED_SIGN_IN } from '../../repositories/audit.ts';
import type { AuditRow, Head } from '../../repositories/audit-chain.ts';

const DICOM = 'http://dicom.nema.org/resources/ontology/DCM';
const TERMS = 'http://terminology.hl7.org/CodeSystem';

const TYPES = {
  log: ['110101', 'Audit Log Used'],
  export: ['110106', 'Export'],
  record: ['110110', 'Patient Record'],
  security: ['110113', 'Security Alert'],
  signIn: ['110114', 'User Authentication'],
} as const;

type Kind = readonly [type: keyof typeof TYPES, action: 'C' | 'R' | 'U' | 'D' | 'E', isRefused?: true];

const KINDS: Readonly<Record<AuditAction, Kind>> = {
  SIGNED_IN: ['signIn', 'E'],
  SIGN_IN_LOCKED: ['signIn', 'E', true],
  PIN_LOCKED: ['signIn', 'E', true],
  DENIED: ['security', 'E', true],
  RECORD_VIEWED: ['record', 'R'],
  PERMISSIONS_CHANGED: ['record', 'U'],
  SUPPORT_ENDED: ['record', 'D'],
  SURVEY_DELIVERED: ['record', 'C'],
  TESTER_CHANGED: ['security', 'U'],
  AGREED: ['record', 'C'],
  REQUEST_SENT: ['record', 'C'],
  MEDICATIONS_CHECKED: ['record', 'C'],
  REQUEST_WITHDRAWN: ['record', 'D'],
  RETURN_ASKED: ['record', 'C'],
  RETURN_WITHDRAWN: ['record', 'D'],
  QUESTION_CHANGED: ['record', 'U'],
  PASSKEY_ADDED: ['security', 'C'],
  PASSKEY_REMOVED: ['security', 'D'],
  AUTHENTICATOR_ADDED: ['security', 'C'],
  AUTHENTICATOR_REMOVED: ['security', 'D'],
  PASSKEY_REFUSED: ['security', 'E', true],
  EMAIL_VALIDATED: ['security', 'U'],
  PHONE_CHANGE_REQUESTED: ['security', 'U'],
  PHONE_CHANGE_REFUSED: ['security', 'U', true],
  PHONE_CHANGED: ['security', 'U'],
  IDENTITY_CHANGED: ['record', 'U'],
  STAFF_VIEWED: ['record', 'R'],
  STAFF_CHANGED: ['record', 'U'],
  DATA_EXPORTED: ['export', 'R'],
  ACCOUNT_ERASED: ['record', 'D'],
  DATA_EXPIRED: ['record', 'D'],
  LOG_EXPORTED: ['log', 'R'],
  LOG_PRUNED: ['log', 'D'],
};

const SUCCESS = '0';
const MINOR_FAILURE = '4';

function kindOf({ action, object }: AuditRow): Kind {
  if (action === 'DENIED' && object === FAILED_SIGN_IN) return ['signIn', 'E', true];
  // After a rollback, the log has actions of the later release.
  const kind: Kind | undefined = KINDS[action];
  return kind ?? ['record', 'E'];
}

/** Returns whether an entry is about something that was refused. */
export const isRefusal = (row: AuditRow): boolean => kindOf(row)[2] === true;

/**
 * Returns an entry as the text of an AuditEvent, whose id is the entry's.
 * @param publicUrl address of the product: the systems of its identifiers begin with it
 * @param link the entry's place in the hash chain; undefined: it has none yet
 */
export function auditEventOf(row: AuditRow, publicUrl: string, link?: Head): string {
  const [type, action, isRefused] = kindOf(row);
  const [code, display] = TYPES[type];
  const identified = (kind: string, value: string) => ({
    identifier: { system: `${publicUrl}/fhir/${kind}`, value },
  });
  const object = {
    ...(row.object_id !== null && { what: identified('objects', row.object_id) }),
    type: { system: `${TERMS}/audit-entity-type`, code: '2', display: 'System Object' },
    ...(row.object !== '' && { name: row.object }),
    ...(link && { detail: [{ type: 'link', valueString: `${link.number}:${link.hash}` }] }),
  };
  const person = row.subject_id !== null && {
    what: identified('users', row.subject_id),
    type: { system: `${TERMS}/audit-entity-type`, code: '1', display: 'Person' },
  };
  return JSON.stringify({
    resourceType: 'AuditEvent',
    id: row.id,
    type: { system: DICOM, code, display },
    subtype: [{ system: `${publicUrl}/fhir/audit-actions`, code: row.action }],
    action,
    recorded: row.at,
    outcome: isRefused ? MINOR_FAILURE : SUCCESS,
    agent: [
      row.actor_id === null
        ? { name: 'no account', requestor: true }
        : { who: identified('users', row.actor_id), requestor: true },
    ],
    source: {
      site: publicUrl,
      observer: { display: 'Lodestar' },
      type: [{ system: `${TERMS}/security-source-type`, code: '4', display: 'Application Server' }],
    },
    entity: [...(person ? [person] : []), object],
  });
}
