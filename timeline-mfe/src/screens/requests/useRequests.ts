import type { CareRequest } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { ApiFailure, useLoad, useLocale, useStore } from 'shared-ui';
import { fetchRequests } from '../../api/requests.ts';
import { useChanges } from '../../components/useChanges.ts';

/**
 * What was asked about a profile; asked for whenever a screen opens, the language changes, or the person refreshes. When the
 * hospital has answered meanwhile, the answer takes its place without a word of waiting.
 */
export function useRequests(profileId: number) {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const changes = useChanges('request.updated');
  const asked = `${profileId}/${locale}/${refresh}`;
  const { state, value, error, retry } = useLoad(() => fetchRequests(profileId), [profileId, locale, refresh, changes]);
  const [shown, setShown] = useState<{ asked: string; list: CareRequest[] }>();
  useEffect(() => {
    if (value) setShown({ asked, list: value });
  }, [value, asked]);
  // What stands there stays until the new is here, also where that can't be had.
  const before = shown?.asked === asked ? shown.list : undefined;
  const requests = value ?? before ?? [];
  // The patient does not let this supporter ask; the server says it in words.
  const refusal = error instanceof ApiFailure && error.status === 403 ? error.message : null;
  return { state: before && refusal === null ? ('ready' as const) : state, requests, refusal, retry };
}
