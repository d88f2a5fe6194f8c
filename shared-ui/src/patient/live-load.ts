import { useEffect, useState } from 'react';
import { subscribe } from '../platform/bus/bus.ts';
import { useLoad } from '../platform/calls/useLoad.ts';
import { ApiFailure } from '../platform/http/failure.ts';
import { useLanguage } from '../platform/i18n/i18n.ts';
import { type Loading, useStore } from './store.ts';

/** Content of a screen that stays visible while it is loaded again. */
export interface LiveLoad<T> {
  /** The last outcome; `loading` only while there is no content to show. */
  state: Loading;
  value: T | undefined;
  /** Why the last attempt failed, until one succeeds. */
  error: unknown;
  /** Whether a request is in progress, also in the background. */
  isLoading: boolean;
  retry(): void;
}

interface Last<T> {
  /** What was loaded, as text. */
  of: string;
  value?: T | undefined;
  error?: unknown;
}

/** What the server refuses may no longer be shown: the patient has stopped sharing it, or it was deleted. */
const isRefused = (error: unknown) => error instanceof ApiFailure && [403, 404].includes(error.status);

/**
 * Loads what a component shows, as `useLoad` does, and again after a refresh, in another language, and when the server
 * announces a change of one of these kinds. Meanwhile, and if the server can't be reached, the last value stays, so that
 * nothing flickers and no form loses what was typed. A refusal (403, 404) removes it.
 * @param deps what is loaded, such as a profile's number: another value of these starts without content
 * @param kinds kinds of changes, such as `request.updated`
 */
export function useLiveLoad<T extends object>(
  load: (signal: AbortSignal) => Promise<T>,
  deps: readonly (string | number)[],
  kinds: readonly string[],
): LiveLoad<T> {
  const locale = useLanguage();
  const refresh = useStore(({ app }) => app.refresh);
  const { state, value, error, retry } = useLoad(load, [...deps, locale, refresh]);
  const of = JSON.stringify([...deps, locale]);
  const [last, setLast] = useState<Last<T>>({ of });
  const known = last.of === of ? last : { of };
  if (state === 'ready' && (known.value !== value || known.error !== undefined)) setLast({ of, value });
  if (state === 'failed' && known.error !== error)
    setLast({ of, error, ...(!isRefused(error) && { value: known.value }) });
  const watched = kinds.join();
  useEffect(
    () =>
      subscribe('change@1', ({ kind }) => {
        if (watched.split(',').includes(kind)) retry();
      }),
    [watched, retry],
  );
  const isLoading = state === 'loading';
  const settled = known.error === undefined ? 'ready' : 'failed';
  return {
    state: isLoading && known.value !== undefined ? settled : state,
    value: known.value,
    error: known.error,
    isLoading,
    retry,
  };
}
