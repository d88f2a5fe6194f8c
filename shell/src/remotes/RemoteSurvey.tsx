import { useCallback, useEffect, useRef, useState } from 'react';
import {
  deliverSurvey,
  LANGUAGE_TAG,
  runtimeConfig,
  type SurveyAnswer,
  type SurveyContext,
  type SurveyRemote,
  type SurveySlotProps,
  store,
  useLocale,
  useStore,
} from 'shared-ui';
import { surveyDoor } from './doors.ts';
import { Remote } from './Remote.tsx';

function person(): SurveyContext['person'] {
  const { me } = store.getState().session;
  return me?.scope === 'full'
    ? { name: `${me.firstName} ${me.lastName}`.trim(), email: me.email }
    : { name: me?.firstName ?? '', email: '' };
}

/**
 * One key for one set of answers: sent again after a failure they count once. Answers that were changed since are a
 * survey of their own, which the recorder would refuse under the old key.
 */
function useSurveyKey() {
  const last = useRef({ answers: '', key: '' });
  return useCallback((responses: SurveyAnswer[]) => {
    const answers = JSON.stringify(responses);
    if (last.current.answers !== answers) last.current = { answers, key: crypto.randomUUID() };
    return last.current.key;
  }, []);
}

/** Mounts the surveys remote into an element of its own and takes it out again; its errors reach the boundary. */
function MountedSurvey({ remote, survey, onDone }: SurveySlotProps & { remote: SurveyRemote }) {
  const place = useRef<HTMLDivElement>(null);
  const [failure, setFailure] = useState<{ error: unknown }>();
  const locale = useLocale();
  const theme = useStore((state) => state.settings.theme);
  const direction = useStore((state) => state.settings.direction);
  const keyFor = useSurveyKey();
  const leave = useRef(onDone);
  useEffect(() => {
    leave.current = onDone;
  }, [onDone]);

  useEffect(() => {
    const container = place.current;
    if (!container) return;
    const { brand, recorder } = runtimeConfig();
    const context: SurveyContext = {
      survey,
      hospital: brand.hospital,
      person: person(),
      locale: LANGUAGE_TAG[locale],
      direction: direction,
      theme,
      answersAreKept: recorder.retention === 'keep',
      submit: (responses) => deliverSurvey({ key: keyFor(responses), survey, responses, person: person() }),
      done: () => leave.current(),
      fail: (error) => setFailure({ error }),
    };
    try {
      const mounted = remote.mount(container, context);
      return () => mounted.unmount();
    } catch (error) {
      setFailure({ error });
      return;
    }
  }, [remote, survey, locale, theme, direction, keyFor]);

  if (failure) throw failure.error;
  return <div ref={place} />;
}

/** One survey, served by whichever surveys remote the registry names. */
export function RemoteSurvey(props: SurveySlotProps) {
  return (
    <Remote name="surveys" door={surveyDoor}>
      {({ module }) => <MountedSurvey remote={module} {...props} />}
    </Remote>
  );
}
