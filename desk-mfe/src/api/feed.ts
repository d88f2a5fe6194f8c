import type { DeskFeed, DeskFeedMessage } from 'mock-api/contract';
import { call, staffPaths } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Page of the hospital's feed (HL7 v2). */
export const FEED_PATH = `${staffPaths.desk}/feed`;

/** States of messages that the desk lists: those it decides on, and those it has dismissed. */
export const FEED_LISTS = ['aside', 'dismissed'] as const satisfies DeskFeedMessage['state'][];
export type FeedList = (typeof FEED_LISTS)[number];

/** Fetches when the last message came, how long the oldest waits, and how many are in each state. */
export const fetchFeed = () => call<DeskFeed>('get', 'v1/desk/feed');

/** Fetches a page of messages of one state, the oldest first. */
export const fetchFeedMessages = (state: FeedList, after?: string) =>
  call<DeskFeedMessage[]>('get', `v1/desk/feed/messages${pageQuery({ state }, after)}`);

const pathOf = (id: string) => `v1/desk/feed/messages/${encodeURIComponent(id)}`;

/** Lets a message be tried again; resolves before it is. */
export const retryMessage = (id: string) => call<DeskFeedMessage>('post', `${pathOf(id)}/retry`);

/** Leaves a message unused, and lets those that it holds back be tried again. */
export const dismissMessage = (id: string) => call<DeskFeedMessage>('post', `${pathOf(id)}/dismiss`);
