import type { CareRequest } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { fetchRequests, type Pane, streamOf } from './sessions.ts';

/** What happens in the guided minute, in this order. */
export const STEPS = ['ask', 'arrive', 'take', 'know'] as const;
export type Step = (typeof STEPS)[number];

/** What a pane announces to other tabs (`shell/src/live/stream-subscription.ts`). */
interface Announced {
  say?: string;
  news?: { kind?: string };
}

/** Returns whether a pane may now know more about requests: one has changed, or its stream has caught up. */
const mayShowRequest = ({ say, news }: Announced) =>
  say === 'alive' || (say === 'news' && (news?.kind === 'request.updated' || news?.kind === 'resync'));

/** Returns the steps that a change on a pane's stream shows, given the requests since the guide began. */
function stepsOf(pane: Pane, requests: readonly CareRequest[]): Step[] {
  const isAsked = requests.some(({ kind }) => kind === 'water');
  const isTaken = requests.some(({ kind, status }) => kind === 'water' && status === 'on-the-way');
  const [asked, taken]: [Step, Step] = pane === 'phone' ? ['ask', 'know'] : ['arrive', 'take'];
  return [...(isAsked ? [asked] : []), ...(isTaken ? [taken] : [])];
}

/**
 * Follows what really happens in the panes: looks the requests up whenever one of their streams brings a change or is up
 * to date again.
 * @returns the steps that are done
 */
export function useGuide(token: string): ReadonlySet<Step> {
  const [done, setDone] = useState<ReadonlySet<Step>>(new Set());
  useEffect(() => {
    let isOver = false;
    // Requests of before are none of this minute's.
    const before = fetchRequests(token).then((requests) => new Set(requests.map(({ id }) => id)));
    const look = async (pane: Pane) => {
      const known = await before;
      const requests = (await fetchRequests(token)).filter(({ id }) => !known.has(id));
      if (!isOver) setDone((steps) => new Set([...steps, ...stepsOf(pane, requests)]));
    };
    const channels = (['phone', 'desk'] as const).map((pane) => {
      const channel = new BroadcastChannel(streamOf(pane));
      channel.onmessage = ({ data }: MessageEvent<Announced>) => {
        if (mayShowRequest(data)) look(pane).catch((error) => console.info('The requests could not be fetched', error));
      };
      return channel;
    });
    before.catch((error) => console.info('The requests could not be fetched', error));
    return () => {
      isOver = true;
      for (const channel of channels) channel.close();
    };
  }, [token]);
  return done;
}
