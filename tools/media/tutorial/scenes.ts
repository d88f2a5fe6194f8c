import type { Locator, Page } from 'playwright';
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
const row = (page: Page, profile: number) => page.locator(`[data-profile-row="${profile}"] a`);
/** Title of the home screen, or of the screen behind a panel. */
const home = (page: Page) => page.getByRole('heading', { level: 1 }).first();
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).last();

/** Closes the open panel with its own close button, the last in its header. */
const close = (film: Film) =>
  film.tap(film.page.getByRole('button', { name: /^(Close|Fermer)$/ }).last(), link(film.page, '/profile/1/events'));

/** Opens a profile from its row at the bottom. */
const openRow = (film: Film, profile: number) =>
  film.tap(row(film.page, profile), link(film.page, `/profile/${profile}/care-plans`));

/** Closes a profile's panel with its row at the bottom. */
const closeRow = (film: Film, profile: number) =>
  film.tap(row(film.page, profile), link(film.page, `/profile/${profile}/events`));

/** Opens a link of the menu. */
async function openFromMenu(film: Film, href: string, sign: Locator): Promise<void> {
  const item = film.page.getByRole('dialog', { name: 'Menu' }).locator(`a[href="${href}"]`);
  await film.tap(film.page.getByRole('button', { name: 'Menu', exact: true }), item);
  await film.reveal(item, 0.5, 0.6);
  await film.tap(item, sign);
}

/**
 * Returns the twelve scenes, one per step of the tutorial (onboarding-mfe/src/screens/tutorial/steps.ts). Each starts
 * where the previous one ended and shows what the step's text says. Fingers and what they open stay clear of the
 * caption card, which covers the lower two fifths, in the fifth and sixth step the upper two.
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
      await film.tap(link(film.page, event(cast.physician)), film.page.getByText(/fourteen|quatorze/).first());
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
      await openFromMenu(film, '/profile/1/supporters', link(film.page, '/profile/1/supporters/create'));
      await film.wait(0.3);
      await film.point(link(film.page, '/profile/1/supporters/create'));
    },
    async (film) => {
      await closeRow(film, 1);
      await film.scroll(home(film.page), -3000, 0.3);
      await openRow(film, 2);
    },
    async (film) => {
      await film.wait(0.4);
      await closeRow(film, 2);
      await film.point(row(film.page, 1));
      await film.wait(0.8);
      await openRow(film, 1);
      await film.scroll(heading(film.page), 240, 1.4);
    },
    async (film) => {
      const blood = link(film.page, `/profile/1/results/${cast.blood}`);
      await openFromMenu(film, '/profile/1/results', blood);
      await film.tap(blood, film.page.getByRole('table'));
      await film.scroll(film.page.getByRole('table'), 260, 1.4);
    },
    async (film) => {
      const brain = link(film.page, `/profile/1/results/${cast.brain}`);
      const question = film.page.getByText(/What is a concussion|Qu’est-ce qu’une commotion/);
      await film.tap(film.page.getByRole('button', { name: /^(Back|Retour)$/ }).last(), brain);
      await film.tap(brain, film.page.getByRole('tab').first());
      await film.tap(film.page.getByRole('tab', { name: 'Questions' }), question);
      await film.reveal(question, 0.8);
    },
    async (film) => {
      const plan = link(film.page, `/profile/1/care-plans/${cast.plan}`);
      await openFromMenu(film, '/profile/1/care-plans', plan);
      await film.tap(plan, heading(film.page));
      await film.scroll(heading(film.page), 200, 1.2);
    },
    async (film) => {
      await close(film);
      const survey = link(film.page, event(cast.survey));
      await film.reveal(survey, 0.8);
      await film.tap(survey, film.page.getByRole('radio').first());
      await film.wait(0.3);
      const choice = film.page.locator('label:has(input[type="radio"])').nth(1);
      await film.reveal(choice, 0.9);
      await film.tap(choice, choice.getByRole('radio', { checked: true }));
    },
    async (film) => {
      await close(film);
      await film.wait(0.3);
      await openFromMenu(film, '/app/help', film.page.locator('select, [role=radiogroup]').first());
    },
    async (film) => {
      await film.tap(link(film.page, '/app'), link(film.page, '/profile/1/events'));
    },
  ];
}
