/** Message type and event (MSH-9) -> what such messages are about, as named in `feed.kinds`. */
const KINDS = {
  'ADT^A01': 'admission',
  'ADT^A02': 'transfer',
  'ADT^A03': 'discharge',
  'ADT^A04': 'visit',
  'ADT^A05': 'planned',
  'ADT^A06': 'toInpatient',
  'ADT^A07': 'toOutpatient',
  'ADT^A08': 'details',
  'ADT^A11': 'admissionUndone',
  'ADT^A12': 'transferUndone',
  'ADT^A13': 'dischargeUndone',
  'ADT^A17': 'swap',
  'ADT^A18': 'merge',
  'ADT^A23': 'stayDeleted',
  'ADT^A28': 'person',
  'ADT^A29': 'personDeleted',
  'ADT^A30': 'merge',
  'ADT^A31': 'details',
  'ADT^A34': 'merge',
  'ADT^A40': 'merge',
  'ORU^R01': 'results',
  'ORU^R30': 'results',
  'SIU^S12': 'appointment',
  'SIU^S13': 'appointmentMoved',
  'SIU^S14': 'appointmentChanged',
  'SIU^S15': 'appointmentCancelled',
  'SIU^S17': 'appointmentDeleted',
  'SIU^S26': 'appointmentMissed',
  'MDM^T01': 'document',
  'MDM^T02': 'document',
  'MDM^T05': 'documentAddition',
  'MDM^T06': 'documentAddition',
  'MDM^T09': 'documentReplaced',
  'MDM^T10': 'documentReplaced',
  'MDM^T11': 'documentCancelled',
} as const;

export type MessageKind = (typeof KINDS)[keyof typeof KINDS] | 'other';

const known: ReadonlyMap<string, MessageKind> = new Map(Object.entries(KINDS));

/** Returns what a message of this type, such as `ADT^A01`, is about. */
export const kindOf = (type: string): MessageKind => known.get(type) ?? 'other';
