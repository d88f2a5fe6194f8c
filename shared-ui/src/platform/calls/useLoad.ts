import { useCallback, useEffect, useState } from 'react';
import { isUnreachable, logUnexpected } from '../http/failure.ts';
import { onReconnect } from '../http/reconnect.ts';

type Outcome<T> =
  | { state: 'loading'; value?: undefined; error?: undefined }
  | { state: 'ready'; value: T; error?: undefined }
  | { state: 'failed'; value?: undefined; error: unknown };

/** State of something that is loaded for the screen. */
export type Load<T> = Outcome<T> & {
  retry(): void;
};

interface Asked<T> {
  load(signal: AbortSignal): Promise<T>;
  deps: readonly unknown[];
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, place) => Object.is(value, other[place]));

/**
 * Loads what a component shows, on mount and whenever one of `deps` changes: include the language or the number of
 * refreshes there if they matter. Outdated responses are never shown. A load that could not reach the server is tried
 * again as soon as the server answers another request.
 * @param load receives a signal that is aborted once its response is no longer needed
 */
export function useLoad<T>(load: Asked<T>['load'], deps: readonly unknown[]): Load<T> {
  const [asked, setAsked] = useState<Asked<T>>({ load, deps });
  const [result, setResult] = useState<{ of: Asked<T>; outcome: Outcome<T> }>();
  const isCurrent = isSame(asked.deps, deps);
  if (!isCurrent) setAsked({ load, deps });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = (outcome: Outcome<T>) => signal.aborted || setResult({ of: asked, outcome });
    asked.load(signal).then(
      (value) => end({ state: 'ready', value }),
      (error: unknown) => {
        if (!signal.aborted) logUnexpected('Loading content failed', error);
        end({ state: 'failed', error });
      },
    );
    return () => controller.abort();
  }, [asked]);
  const retry = useCallback(() => setAsked((before) => ({ ...before })), []);
  const outcome: Outcome<T> = isCurrent && result?.of === asked ? result.outcome : { state: 'loading' };
  const isCutOff = isUnreachable(outcome.error);
  useEffect(() => (isCutOff ? onReconnect(retry) : undefined), [isCutOff, retry]);
  return { ...outcome, retry };
}
