import type { CareRequest } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { ApiFailure, defineWords, readThrough, useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import en from '../../locales/requests.en.json';
import fr from '../../locales/requests.fr.json';

export const words = defineWords('timeline-requests', { en, fr });

/** Fetches a profile's requests with their replies, newest first; offline, the copy last seen. @throws ApiFailure */
const fetchRequests = (profileId: number) => readThrough<CareRequest[]>(`v1/profiles/${profileId}/requests`);

/**
 * Fetches a profile's requests when a screen opens or the language changes. After a refresh, or an update from the
 * hospital, the new list replaces the old one without a loading state, which would unmount a form in use.
 */
export function useRequests(profileId: number) {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  useChange('request.updated', () => setChanges((count) => count + 1));
  const request = `${profileId}/${locale}`;
  const { state, value, error, retry } = useLoad(() => fetchRequests(profileId), [profileId, locale, refresh, changes]);
  const [shown, setShown] = useState<{ request: string; list: CareRequest[] }>();
  useEffect(() => {
    if (value) setShown({ request, list: value });
  }, [value, request]);
  // Keeps the old list until the new one arrives, and if it can't be fetched.
  const before = shown?.request === request ? shown.list : undefined;
  const requests = value ?? before ?? [];
  // The patient hasn't permitted this supporter to ask; the message is the server's.
  const refusal = error instanceof ApiFailure && error.status === 403 ? error.message : null;
  return { state: before && refusal === null ? ('ready' as const) : state, requests, refusal, retry };
}
