import { ApiFailure, useLoad, useLocale, useStore } from 'shared-ui';
import { fetchRequests } from '../../api/requests.ts';

/** What was asked about a profile; asked for whenever a screen opens, the language changes, or the person refreshes. */
export function useRequests(profileId: number) {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const {
    state,
    value: requests = [],
    error,
    retry,
  } = useLoad(() => fetchRequests(profileId), [profileId, locale, refresh]);
  // The patient does not let this supporter ask; the server says it in words.
  const refusal = error instanceof ApiFailure && error.status === 403 ? error.message : null;
  return { state, requests, refusal, retry };
}
