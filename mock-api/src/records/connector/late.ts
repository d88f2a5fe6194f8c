/** Whether a record from the hospital's server is as current as it should be. */
import { after, MINUTE, SECOND } from '../../common/clock.ts';
import type { FhirSettings } from '../../config/fhir.ts';
import type { RecordHoldReason, RecordLinkState } from '../../contract.ts';

/** Shortest time without a successful reading that counts as late. */
const LEAST = 10 * MINUTE;
/** Readings that may fail before a record is late. */
const READINGS = 5;

/** Returns the time before which a record must not have been read last. */
export const lateBefore = ({ pollSeconds }: Pick<FhirSettings, 'pollSeconds'>): string =>
  after(-Math.max(LEAST, READINGS * pollSeconds * SECOND));

interface Link {
  state: RecordLinkState;
  reason: RecordHoldReason | null;
  checkedAt: string;
}

/** Returns whether a record that has been read before is no longer read, or was not for too long. */
export const isLinkLate = ({ state, checkedAt }: Link, fhir: FhirSettings | undefined): boolean =>
  fhir === undefined || state !== 'linked' || checkedAt < lateBefore(fhir);

/** Returns whether a record waits until the desk has made sure whose it is. */
export const isBeingChecked = ({ state, reason }: Link): boolean => state === 'held' && reason !== 'deceased';
