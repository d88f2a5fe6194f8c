import { createRoot } from 'react-dom/client';
import type { SurveyContext, SurveyRemote } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { Feedback } from './Feedback.tsx';
import { SURVEY_FORMS } from './surveys/index.ts';
import { speechFor } from './words.ts';

const Frame = styled.div`
  color: var(--ink);
`;

/**
 * Shows one survey inside `container`, in a React root of its own. Everything it knows comes with `context`. Throws
 * where the kind of survey is unknown.
 */
function mount(container: HTMLElement, context: SurveyContext) {
  const { survey, locale, direction, theme } = context;
  if (!Object.hasOwn(SURVEY_FORMS, survey)) throw new Error(`There is no survey called "${survey}" here`);
  const speech = speechFor(locale);
  // An element of its own: the same container can be mounted into again at once.
  const place = document.createElement('div');
  container.append(place);
  // The host sees no error of a React root that is not its own, so it is told.
  const root = createRoot(place, { onUncaughtError: (error) => context.fail(error) });
  root.render(
    <Frame lang={locale} dir={direction} data-theme={theme.toLowerCase()}>
      <Feedback context={context} speech={speech} />
    </Frame>,
  );
  return {
    unmount() {
      place.remove();
      // A host that is itself made with React may be rendering just now; React can't take a root down inside that.
      queueMicrotask(() => root.unmount());
    },
  };
}

/** The surveys remote: keeps `survey@1`. */
export default {
  contract: 'survey@1',
  surveys: ['admission', 'discharge', 'ecg', 'blood'],
  mount,
} satisfies SurveyRemote;
