import type { Page } from 'playwright';
import type { Film } from './film.ts';

/** Ids of the demo content that the scenes open. */
export interface Cast {
  physician: string;
  blood: string;
  brain: string;
  plan: string;
  survey: string;
}

const link = (page: Page, href: string) => page.locator(`a[href="${href}"]:visible`).first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).last();
const home = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const panel = (page: Page) => page.getByRole('heading', { level: 1 }).last();

/** Opens a profile from its row at the bottom. */
const openRow = (film: Film, profile: number) =>
  film.tap(link(film.page, `/profile/${profile}/events`), link(film.page, `/profile/${profile}/care-plans`));

/** Closes the open panel with its own close button, the last in its header. */
const close = (film: Film) =>
  film.tap(film.page.getByRole('button', { name: /^(Close|Fermer)$/ }).last(), link(film.page, '/profile/1/events'));

/**
 * Returns the twelve scenes, one per step of the tutorial (onboarding-mfe/src/screens/tutorial/steps.ts). Each starts
 * where the previous one ended and shows what the step's text says.
 */
export function scenes(cast: Cast): ((film: Film) => Promise<void>)[] {
  const event = (id: string) => `/profile/1/events/${id}`;
  return [
    async (film) => {
      await film.wait(1);
      await film.scroll(home(film.page), 430, 1.7);
      await film.wait(0.4);
      await film.scroll(home(film.page), -430, 1.3);
    },
    async (film) => {
      await film.reveal(link(film.page, event(cast.physician)), 1.8);
      await film.tap(link(film.page, event(cast.physician)), film.page.getByText(/14|fourteen|quatorze/).first());
      await film.wait(1.2);
      await close(film);
    },
    async (film) => {
      await film.leave();
      await film.scroll(home(film.page), -3000, 1.3);
      await film.wait(0.3);
      await film.reveal(film.page.getByText('Urgent', { exact: true }).first(), 1.4);
    },
    async (film) => {
      const menu = film.page.getByRole('button', { name: 'Menu' });
      await film.tap(menu, link(film.page, '/profile/1/supporters'));
      await film.wait(0.4);
      await film.tap(link(film.page, '/profile/1/supporters'), link(film.page, '/profile/1/supporters/create'));
      await film.wait(0.3);
      await film.point(link(film.page, '/profile/1/supporters/create'));
    },
    async (film) => {
      await close(film);
      await film.scroll(home(film.page), -3000, 0.3);
      await film.point(link(film.page, '/profile/2/events'));
      await film.wait(0.3);
      await openRow(film, 2);
    },
    async (film) => {
      await film.wait(0.4);
      await close(film);
      await film.point(link(film.page, '/profile/1/events'));
      await film.wait(0.8);
      await openRow(film, 1);
      await film.scroll(panel(film.page), 240, 1.4);
    },
    async (film) => {
      await film.tap(link(film.page, '/profile/1/results'), link(film.page, `/profile/1/results/${cast.blood}`));
      await film.tap(link(film.page, `/profile/1/results/${cast.blood}`), film.page.getByRole('table'));
      await film.scroll(film.page.getByRole('table'), 260, 1.4);
    },
    async (film) => {
      await film.tap(link(film.page, '/profile/1/results'), link(film.page, `/profile/1/results/${cast.brain}`));
      await film.tap(link(film.page, `/profile/1/results/${cast.brain}`), heading(film.page));
      const questions = film.page.getByRole('tab', { name: 'Questions' });
      await film.tap(questions, film.page.getByText(/concussion, and how/));
      await film.reveal(film.page.getByText(/concussion, and how/), 0.8);
    },
    async (film) => {
      await film.tap(link(film.page, '/profile/1/care-plans'), link(film.page, `/profile/1/care-plans/${cast.plan}`));
      await film.tap(link(film.page, `/profile/1/care-plans/${cast.plan}`), heading(film.page));
      await film.scroll(heading(film.page), 200, 1.2);
    },
    async (film) => {
      await film.tap(link(film.page, '/profile/1/events'), link(film.page, event(cast.survey)));
      await film.tap(link(film.page, event(cast.survey)), film.page.getByRole('radio').first());
      await film.wait(0.3);
      const choice = film.page.locator('label:has(input[type="radio"])').nth(1);
      await film.reveal(choice, 0.9);
      await film.tap(choice, choice.getByRole('radio', { checked: true }));
    },
    async (film) => {
      await film.tap(film.page.getByRole('button', { name: /^(Close|Fermer)$/ }).last(), home(film.page));
      await film.wait(0.3);
      await film.tap(film.page.getByRole('button', { name: 'Menu' }), link(film.page, '/app/help'));
      await film.wait(0.5);
      await film.tap(link(film.page, '/app/help'), film.page.locator('select, [role=radiogroup]').first());
    },
    async (film) => {
      await film.tap(link(film.page, '/app'), link(film.page, '/profile/1/events'));
    },
  ];
}
