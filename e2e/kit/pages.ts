/** The pages of the product, as a test sees them. Texts are in English, in which browsers of tests open it. */
import { expect, type Locator, type Page } from 'playwright/test';
import type { Patient } from './patients.ts';

const open = async (page: Page, path: string, heading: string | RegExp): Promise<void> => {
  await page.goto(path);
  await expectScreen(page, heading);
};

const expectScreen = (page: Page, heading: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();

/** The home screen, of the remote "timeline". */
export const homeOf = (page: Page) => ({
  open: () => open(page, '/app', /^Good /),
  /** Returns the card of an event, or of a new reply. */
  event: (name: string | RegExp): Locator => page.getByRole('main').getByRole('link', { name }),
  /** Asks the hospital for something in words. */
  async ask(words: string): Promise<void> {
    await page.getByRole('link', { name: 'I need something' }).click();
    await page.getByRole('button', { name: 'Something else' }).click();
    await page.getByLabel('Your message').fill(words);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText(words)).toBeVisible();
  },
});

/** One event of the patient; the screen of a survey is of the remote "surveys". */
export const eventOf = (page: Page, name: string | RegExp) => ({
  /** Opens it from the list of events. */
  async open(): Promise<void> {
    await open(page, '/profile/1/events', 'My Events');
    const event = page.getByRole('main').getByRole('link', { name });
    await event.waitFor();
    // An event that arrives meanwhile moves the list under a press.
    await expect(async () => {
      if (await event.isVisible()) await event.click();
      await expect(page).not.toHaveURL(/\/events$/, { timeout: 5_000 });
    }).toPass();
    await expectScreen(page, name);
  },
  /** Chooses an answer of the open survey. */
  choose: (question: string, answer: string): Promise<void> =>
    page.getByRole('radiogroup', { name: question }).getByRole('radio', { name: answer, exact: true }).check(),
  /** Sends the open survey. */
  async send(): Promise<void> {
    await page.getByRole('button', { name: 'Send feedback' }).click();
    await expect(page.getByRole('heading', { name: 'Thank you for your feedback!' })).toBeVisible();
  },
});

/** The newest result of that name, of the remote "records". */
export const resultOf = (page: Page, name: string | RegExp) => ({
  /** Opens it from the list of results. */
  async open(): Promise<void> {
    await open(page, '/profile/1/results', 'My Results');
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await expectScreen(page, name);
  },
});

/** The hospital's desk, of the remote "desk"; staff have to be signed in. */
export const deskOf = (page: Page) => ({
  open: () => open(page, '/desk', 'Desk'),
  openPatient: ({ id, name }: Pick<Patient, 'id' | 'name'>) => open(page, `/desk/patients/${id}`, name),
  /** Opens a patient's request in the list. Returns it. */
  async openRequest({ name }: Pick<Patient, 'name'>, words: string): Promise<Locator> {
    await open(page, '/desk/requests', 'Requests');
    await page.locator('tr', { hasText: words }).getByRole('button', { name }).click();
    const request = page.getByRole('article', { name });
    await expect(request.getByText(words)).toBeVisible();
    return request;
  },
});
