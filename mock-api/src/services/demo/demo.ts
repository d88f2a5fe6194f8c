/** A user's demo: its start and its restart. */

import type { Config } from '../../config/config.ts';
import type { Trx } from '../../db/schema.ts';
import { lockUser, removeDemoContent } from '../../repositories/accounts/users.ts';
import { nextMoment } from '../../repositories/care/events.ts';
import { insertProfiles } from '../../repositories/care/profiles.ts';
import { recordChanges } from '../../repositories/changes.ts';
import { readStarter } from '../../repositories/demo.ts';
import { insertSupporters } from '../../repositories/sharing/supporters.ts';
import { insertContent } from '../../timeline/timeline.ts';
import { endShares } from '../sharing/ending.ts';

/** Starts or restarts a user's demo: deletes what they had, adds the starter content, and resets the story. */
export async function startDemo(trx: Trx, userId: string): Promise<void> {
  await lockUser(trx, userId);
  await removeDemoContent(trx, userId);
  const starter = await readStarter(trx);
  await insertProfiles(trx, userId, starter.profile);
  const time = await nextMoment(trx, userId);
  await insertSupporters(trx, userId, starter.supporter, time);
  await insertContent(trx, userId, {
    events: starter.event,
    results: starter.result,
    carePlans: starter.carePlan,
    notifications: starter.notification,
  });
}

/** Restarts a user's demo; their other phones reload everything, and their supporters no longer see them. */
export async function restartDemo(trx: Trx, userId: string): Promise<void> {
  await endShares(trx, userId);
  await startDemo(trx, userId);
  await recordChanges(trx, [{ person: userId, kind: 'resync', objectId: userId }]);
}

/** Adds the profile of a user without a demo: the account's owner. */
export async function startWithoutDemo(trx: Trx, userId: string, config: Config): Promise<void> {
  await insertProfiles(trx, userId, [
    {
      id: 1,
      firstName: null,
      lastName: null,
      organization: config.brand.hospital,
      message: { en: '', fr: '' },
      previousStay: null,
    },
  ]);
}
