import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/** Result of a load. */
type Outcome<Props> = { Part: ComponentType<Props> } | { error: unknown };

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
  let known: Outcome<Props> | undefined;
  return function OnDemand(props: Props) {
    const [outcome, setOutcome] = useState(known);
    useEffect(() => {
      if (known) return;
      let isGone = false;
      load().then(
        (module) => {
          known = { Part: module.default };
          // Rendered in pieces, so that the browser stays responsive.
          if (!isGone) startTransition(() => setOutcome(known));
        },
        (error: unknown) => !isGone && setOutcome({ error }),
      );
      return () => {
        isGone = true;
      };
    }, []);
    if (!outcome) return fallback;
    if ('error' in outcome) throw outcome.error;
    return <outcome.Part {...props} />;
  };
}
