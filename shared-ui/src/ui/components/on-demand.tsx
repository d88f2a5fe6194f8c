import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

type LoadOutcome<Props> = { Part: ComponentType<Props> } | { error: unknown };

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>;

export interface OptionalPartOptions {
  /** Shown until the part is loaded; nothing by default. */
  fallback?: ReactNode;
  /** Called for every failed load. */
  onError(error: unknown): void;
  /**
   * Delay before a failed load is repeated while the part is shown (ms). By default, it is repeated when the part is
   * shown again.
   */
  retryMs?: number;
}

/** Without `onError`, a failed load is thrown. */
function loadedPart<Props extends object>(
  load: Load<Props>,
  { fallback = null, onError, retryMs }: Partial<OptionalPartOptions>,
): ComponentType<Props> {
  let known: LoadOutcome<Props> | undefined;
  return function OnDemand(props: Props) {
    const [outcome, setOutcome] = useState(known);
    useEffect(() => {
      if (known) {
        // Another instance may have loaded it since this one was rendered.
        setOutcome(known);
        return;
      }
      let isUnmounted = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const onFailed = (error: unknown) => {
        if (!onError) {
          if (!isUnmounted) setOutcome({ error });
          return;
        }
        onError(error);
        if (!isUnmounted && retryMs !== undefined) timer = setTimeout(start, retryMs);
      };
      const start = () => {
        load().then((module) => {
          known = { Part: module.default };
          // Rendered in pieces, so that the browser stays responsive.
          if (!isUnmounted) startTransition(() => setOutcome(known));
        }, onFailed);
      };
      start();
      return () => {
        isUnmounted = true;
        clearTimeout(timer);
      };
    }, []);
    if (!outcome) return fallback;
    if ('error' in outcome) throw outcome.error;
    return <outcome.Part {...props} />;
  };
}

/**
 * Returns a component whose code is loaded when it is first shown: a screen, or a part of one. It uses state, not
 * Suspense: React holds back suspended content until 300 ms after the last fallback, and a chunk is often loaded
 * sooner. A failed load is thrown to the surrounding error boundary, and repeated when the part is shown again.
 * @param fallback shown meanwhile; nothing by default
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  return loadedPart(load, { fallback });
}

/** Like `onDemand`, for a part that its screen works without: if a load fails, the fallback stays. */
export function onDemandOptional<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  options: OptionalPartOptions,
): ComponentType<Props> {
  return loadedPart(load, options);
}
