import { useCallback, useEffect, useRef, useState } from 'react';

interface Outcome {
  state: 'idle' | 'sending' | 'sent' | 'failed';
  /** Why it failed, else null. */
  error: unknown;
}

/** How far something that a person sends has come. */
export interface Submit<Given extends unknown[], Answer> extends Outcome {
  /**
   * Sends it; while it is on its way the same press again waits for that one. Never rejects. Resolves with the answer, or
   * with undefined where it failed or the component has gone meanwhile.
   */
  submit(...given: Given): Promise<Answer | undefined>;
  /** Back to the beginning: what was said about the last try no longer holds. */
  reset(): void;
}

const IDLE: Outcome = { state: 'idle', error: null };

/** Sends what a person enters or asks for, once at a time. An answer that comes after the component has gone changes nothing. */
export function useSubmit<Given extends unknown[], Answer>(
  send: (...given: Given) => Promise<Answer>,
): Submit<Given, Answer> {
  const [outcome, setOutcome] = useState(IDLE);
  const running = useRef<Promise<Answer | undefined>>(undefined);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const end = (ended: Outcome) => {
    running.current = undefined;
    if (isHere.current) setOutcome(ended);
  };
  const run = async (given: Given) => {
    try {
      const answer = await send(...given);
      end({ state: 'sent', error: null });
      return isHere.current ? answer : undefined;
    } catch (error) {
      console.info('What a person asked for could not be done', error);
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
