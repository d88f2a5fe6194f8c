/** The wristband for printing. */

import { Problem } from '../../common/problems.ts';
import { findPatient } from '../../repositories/desk/patients.ts';
import { wristbandPdf } from '../../wristband/band.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

/** @throws Problem NOT_FOUND or NO_WRISTBAND */
export async function printWristband({ db, config }: Services, log: StaffLog, id: string): Promise<Buffer> {
  const patient = await findPatient(db, id);
  if (!patient) throw new Problem('NOT_FOUND');
  if (patient.wristband_code === null) throw new Problem('NO_WRISTBAND');
  await log(db, { action: 'STAFF_VIEWED', object: 'wristband', subjects: [id], objectId: id });
  return wristbandPdf({
    code: patient.wristband_code,
    name: `${patient.last_name}, ${patient.first_name}`,
    hospital: config.brand.hospital,
  });
}
