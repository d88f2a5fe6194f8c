import { flushSync, mount, unmount } from 'svelte';
import SurveyForm from './SurveyForm.svelte';
import { addStyle } from './style.js';

/** @type {import('./contract.ts').SurveyRemote} */
const survey = {
  contract: 'survey@1',
  surveys: ['admission', 'discharge', 'ecg', 'blood'],
  mount(container, context) {
    const place = container.appendChild(document.createElement('div'));
    const form = flushSync(() => mount(SurveyForm, { target: place, props: { context } }));
    const removeStyle = addStyle();
    let isMounted = true;
    return {
      unmount() {
        if (!isMounted) return;
        isMounted = false;
        unmount(form);
        place.remove();
        removeStyle();
      },
    };
  },
};

export default survey;
