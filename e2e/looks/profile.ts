import { openFirst, press } from './acts.ts';
import type { Group } from './screen-state.ts';

const EVENTS = { path: '/profile/1/events', heading: 'My Events' };

/** The profile panel: events, supporters, messages, resources. */
export const PROFILE: Group = {
  name: 'profile',
  as: 'patient',
  states: [
    {
      name: 'lowered',
      ...EVENTS,
      act: async (page) => {
        await press(page, 'Lower the panel');
        await page.getByRole('button', { name: /^Raise the panel/ }).waitFor();
      },
    },
    { name: 'events', see: 'How was your stay?', ...EVENTS },
    { name: 'event', see: /You were admitted after a fall/, ...EVENTS, act: openFirst(/Admitted/, 'Admitted') },
    { name: 'physician', see: /emergency physician/, ...EVENTS, act: openFirst(/Osei/, /Osei/) },
    { name: 'message', see: /Please wear a mask/, path: '/profile/1/messages', heading: /COVID-19|Messages/ },
    { name: 'supporters', see: 'Sam Avery', path: '/profile/1/supporters', heading: 'My Supporters' },
    { name: 'resources', path: '/profile/1/resources', heading: 'My Resources' },
  ],
};
