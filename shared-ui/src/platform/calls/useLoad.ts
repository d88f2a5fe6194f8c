import { useCallback, useEffect, useState } from 'react';

type Outcome<T> =
  | { state: 'loading'; value?: undefined; error?: undefined }
  | { state: 'ready'; value: T; error?: undefined }
  | { state: 'failed'; value?: undefined; error: unknown };

/** How far something has come on its way to the screen. */
export type Load<T> = Outcome<T> & {
  /** Asks again. */
  retry(): void;
};

interface Asked<T> {
  load(signal: AbortSignal): Promise<T>;
  deps: readonly unknown[];
}

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((value, place) => Object.is(value, other[place]));

/**
 * Loads what a component shows, when it appears and whenever one of `deps` is another one: name the language there, or the
 * count of refreshes, where they make a difference. An answer that came too late for either is never shown.
 * @param load gets a signal that is aborted once its answer is of no use any more
 */
export function useLoad<T>(load: Asked<T>['load'], deps: readonly unknown[]): Load<T> {
  const [asked, setAsked] = useState<Asked<T>>({ load, deps });
  const [ended, setEnded] = useState<{ of: Asked<T>; outcome: Outcome<T> }>();
  if (!isSame(asked.deps, deps)) setAsked({ load, deps });
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const end = (outcome: Outcome<T>) => signal.aborted || setEnded({ of: asked, outcome });
    asked.load(signal).then(
      (value) => end({ state: 'ready', value }),
      (error: unknown) => {
        if (!signal.aborted) console.info('What a screen shows could not be loaded', error);
        end({ state: 'failed', error });
      },
    );
    return () => controller.abort();
  }, [asked]);
  const retry = useCallback(() => setAsked((before) => ({ ...before })), []);
  return { ...(ended?.of === asked ? ended.outcome : { state: 'loading' }), retry };
}
