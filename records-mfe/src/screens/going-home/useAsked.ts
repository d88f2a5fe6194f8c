import type { CareRequest } from 'mock-api/contract';
import { useState } from 'react';
import { useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { fetchRequests, POINT_TYPE } from '../../api/going-home.ts';

/** Returns the latest request about each point of a profile's checklist: name of the point -> request. */
export function useAsked(profileId: number, mayAsk: boolean): ReadonlyMap<string, CareRequest> {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  useChange('request.updated', () => setChanges((count) => count + 1));
  const { value } = useLoad(
    async () => (mayAsk ? fetchRequests(profileId) : []),
    [profileId, mayAsk, locale, refresh, changes],
  );
  const [known, setKnown] = useState<CareRequest[]>([]);
  // While they are fetched again, those known before still hold.
  if (value && value !== known) setKnown(value);
  const about = (value ?? known).filter((request) => request.about?.type === POINT_TYPE);
  return new Map(about.reverse().map((request) => [request.about?.id ?? '', request]));
}
