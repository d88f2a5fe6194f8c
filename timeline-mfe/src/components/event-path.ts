import type { CareEvent } from 'mock-api/contract';
import { EVENT_TYPE, paths } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';

/** Returns the path that an event opens (docs/product-rules.md#codes). An event without a link opens itself. */
export function eventPath({ id, type, linkId, profileId, requestId }: CareEvent): string {
  if (requestId !== undefined) return requestPaths.list(profileId);
  switch (type) {
    case EVENT_TYPE.RESULT:
      return linkId ? paths.profile.result(profileId, linkId) : paths.profile.event(profileId, id);
    case EVENT_TYPE.CARE_PLAN:
      return linkId ? paths.profile.carePlan(profileId, linkId) : paths.profile.event(profileId, id);
    case EVENT_TYPE.RESULT_SURVEY:
    case EVENT_TYPE.BLOOD_SURVEY:
    case EVENT_TYPE.HOSPITAL_SURVEY_IN:
    case EVENT_TYPE.HOSPITAL_SURVEY_OUT:
    case EVENT_TYPE.PHYSICIAN:
      return paths.profile.event(profileId, id);
    case EVENT_TYPE.MESSAGE:
      return paths.profile.message(profileId, id);
    default:
      return paths.profile.event(profileId, linkId ?? id);
  }
}
