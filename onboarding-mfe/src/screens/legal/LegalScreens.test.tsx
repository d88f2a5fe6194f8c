import { act, screen, within } from '@testing-library/react';
import { changeSettings, paths, runtimeConfig } from 'shared-ui';
import { openRoutes, setRuntimeConfig } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { openAsVisitor } from '../../testing/show.tsx';

jest.mock('./documents/es/terms.ts', () => {
  throw new Error('No network');
});

const { routes } = feature;

const DOCUMENTS = [
  [paths.onboarding.ndaLegal, 'Non-Disclosure Agreement'],
  [paths.onboarding.privacy, 'Privacy Policy'],
  [paths.onboarding.terms, 'Terms of Use'],
] as const;
const shown = (title: string) => screen.findByRole('heading', { level: 1, name: title });
const contents = () => within(screen.getByRole('navigation'));

/** Ids of the headings that were scrolled into view, in order. jsdom has no layout to scroll. */
let seen: string[] = [];

beforeEach(() => {
  openAsVisitor();
  seen = [];
  Element.prototype.scrollIntoView = function () {
    seen.push(this.id);
  };
});

test.each(DOCUMENTS)('table of contents of %s links to every section, each under an h2', async (path, title) => {
  const user = await openRoutes(routes, path);
  await shown(title);
  const sections = screen.getAllByRole('region');
  const links = contents().getAllByRole('link');
  const [first, ...others] = screen.getAllByRole('heading').map(({ tagName }) => tagName);
  expect([first, ...new Set(others)]).toEqual(['H1', 'H2']);
  expect(links.map((link) => link.textContent?.replace('.', '. '))).toEqual(
    sections.map((section) => within(section).getByRole('heading', { level: 2 }).textContent),
  );
  for (const [index, link] of links.entries()) {
    await user.click(link);
    const heading = within(sections[index] as HTMLElement).getByRole('heading');
    expect(heading).toHaveFocus();
    expect(seen.at(-1)).toBe(heading.id);
  }
  await user.click(screen.getByRole('link', { name: 'Back to the contents' }));
  expect(screen.getByRole('heading', { name: 'Contents' })).toHaveFocus();
});

test('document follows a language change while it is open, and keeps French punctuation with its word', async () => {
  await openRoutes(routes, paths.onboarding.ndaLegal);
  await shown('Non-Disclosure Agreement');
  await act(async () => changeSettings({ locale: 'fr' }));
  await shown('Entente de non-divulgation');
  expect(screen.getByText('18 février 2021 · version 1.0')).toBeVisible();
  expect(document.body.textContent).toContain('«\u00a0le produit\u00a0»');
  expect(document.body.textContent).toContain('En bref\u00a0: utilisez-le');
});

test('translation says that a computer made it and that the English and French texts count', async () => {
  changeSettings({ language: 'es' });
  await openRoutes(routes, paths.onboarding.ndaLegal);
  const title = await shown('Acuerdo de confidencialidad');
  expect(title.closest('[lang]')).toHaveAttribute('lang', 'es');
  expect(screen.getByText('18 de febrero de 2021 · versión 1.0')).toBeVisible();
  expect(screen.getByText(/^Este documento lo tradujo una computadora/)).toBeVisible();
});

test('document that can’t be fetched in the reader’s language is in English, and says so to screen readers', async () => {
  changeSettings({ language: 'es' });
  await openRoutes(routes, paths.onboarding.terms);
  const title = await shown('Terms of Use');
  expect(title.closest('[lang]')).toHaveAttribute('lang', 'en-CA');
  expect(screen.getByRole('heading', { name: 'Contents' })).toBeVisible();
  expect(screen.queryByText(/computadora/)).toBeNull();
  expect(screen.getByRole('link', { name: /support@example.org/ }).closest('[lang]')).toHaveAttribute('lang', 'es');
});

test('back button returns to the previous document after a jump to a section', async () => {
  const user = await openRoutes(routes, paths.onboarding.ndaLegal);
  await shown('Non-Disclosure Agreement');
  await user.click(screen.getByRole('link', { name: 'Read the Privacy Policy' }));
  await shown('Privacy Policy');
  await user.click(contents().getByRole('link', { name: /Surveys/ }));
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await shown('Non-Disclosure Agreement');
  expect(location.pathname).toBe(paths.onboarding.ndaLegal);
});

test('TermsScreen names the hospital and its support team', async () => {
  const config = runtimeConfig();
  setRuntimeConfig({ ...config, brand: { ...config.brand, name: 'Polaris', hospital: 'Hilltop Hospital' } });
  await openRoutes(routes, paths.onboarding.terms);
  await shown('Terms of Use');
  expect(
    screen.getByText(/between you and Hilltop Hospital, the hospital that offers the trial of Polaris/),
  ).toBeVisible();
  const contact = screen.getByRole('region', { name: /Questions/ });
  expect(within(contact).getByRole('link', { name: /support@example.org/ })).toBeVisible();
  expect(within(contact).getAllByRole('link')).toHaveLength(3);
});

test.each([
  [true, 'drop'],
  [false, 'keep'],
] as const)('PrivacyScreen reflects demo %s and recorder retention "%s"', async (demo, retention) => {
  const config = runtimeConfig();
  setRuntimeConfig({ ...config, demo, recorder: { ...config.recorder, retention } });
  await openRoutes(routes, `${paths.onboarding.privacy}#rights`);
  await shown('Privacy Policy');
  // The section in the URL's hash has the focus.
  expect(screen.getByRole('heading', { name: /Seeing, correcting, deleting/ })).toHaveFocus();
  expect(seen).toContain('rights');
  expect(screen.queryAllByText(/the outbox/)).toHaveLength(demo ? 1 : 0);
  expect(screen.queryAllByText(/survey responses are not retained/)).toHaveLength(retention === 'drop' ? 1 : 0);
});
