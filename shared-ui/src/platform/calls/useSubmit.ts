import { useCallback, useEffect, useRef, useState } from 'react';
import { logUnexpected } from '../http/failure.ts';

interface Outcome {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Why it failed, or null. */
  error: unknown;
}

/** State of a submission. */
export interface Submit<Given extends unknown[], Answer> extends Outcome {
  /**
   * Sends the input. While a submission is in progress, returns its promise instead. Never rejects. Resolves with the
   * response, or with undefined if it failed or the component has unmounted.
   */
  submit(...given: Given): Promise<Answer | undefined>;
  reset(): void;
}

const IDLE: Outcome = { state: 'idle', error: null };

/**
 * Sends what a person enters or requests, one submission at a time. A response that arrives after unmount changes
 * nothing.
 */
export function useSubmit<Given extends unknown[], Answer>(
  send: (...given: Given) => Promise<Answer>,
): Submit<Given, Answer> {
  const [outcome, setOutcome] = useState(IDLE);
  const running = useRef<Promise<Answer | undefined>>(undefined);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const end = (ended: Outcome) => {
    running.current = undefined;
    if (isMounted.current) setOutcome(ended);
  };
  const run = async (given: Given) => {
    try {
      const answer = await send(...given);
      end({ state: 'sent', error: null });
      return isMounted.current ? answer : undefined;
    } catch (error) {
      logUnexpected('A submission failed', error);
      end({ state: 'failed', error });
      return undefined;
    }
  };
  const submit = (...given: Given) => {
    if (!running.current) {
      setOutcome({ state: 'sending', error: null });
      running.current = run(given);
    }
    return running.current;
  };
  return { ...outcome, submit, reset: useCallback(() => setOutcome(IDLE), []) };
}
