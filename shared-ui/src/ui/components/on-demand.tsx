import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';

/** How a fetch has ended. */
type Outcome<Props> = { Part: ComponentType<Props> } | { error: unknown };

/**
 * A screen, or a part of one, that is fetched when it is first shown. Kept in state and not suspended: React holds back
 * what was suspended until 300 ms after the last fallback, and a chunk is often there sooner. A fetch that fails is thrown
 * to the boundary around it, and is made again when the part is shown again.
 * @param fallback stands in its place meanwhile; without it nothing does
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
          // Drawn in pieces, between which the browser can do other things.
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
