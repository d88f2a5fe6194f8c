import { SURVEY_KINDS, type SurveyRemote } from 'shared-ui/contract';
import type { LocatedManifest } from '../remotes/manifest.ts';
import { firstFiles } from './files.ts';
import { GuestForm } from './guest-form.ts';
import { wardrobe } from './look.ts';

/**
 * A guest as a surveys remote like any other: its code is fetched and checked here, and runs in a frame of its own each time
 * that it is mounted. Throws RemoteFailure when a file of it is missing or changed.
 */
export async function loadGuest(remote: string, located: LocatedManifest): Promise<SurveyRemote> {
  const [files, look] = await Promise.all([firstFiles(remote, located), wardrobe()]);
  const { container, expose } = located.manifest;
  return {
    contract: 'survey@1',
    surveys: [...SURVEY_KINDS],
    mount(place, context) {
      const form = new GuestForm(remote, { container, expose, ...files, ...look }, place, context);
      return { unmount: () => form.end() };
    },
  };
}
