import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Media } from 'mock-api/contract';
import { changeSettings, useMediaFiles } from 'shared-ui';
import { fakeApi, openPage } from 'shared-ui/testing';
import { AllPictures, Pictures } from './Pictures.tsx';

const view = (id: string, title: string): Media => ({
  id,
  title,
  alt: `What the ${id} shows`,
  url: `v1/results/xray/media/${id}`,
  type: 'image/webp',
  width: 400,
  height: 300,
});
const PICTURES = [view('front', 'From the front'), view('side', 'From the side')];
const picture = (bytes: string) => () => new Response(bytes, { headers: { 'content-type': 'image/webp' } });
const ROUTES = {
  'GET v1/results/xray/media/front': picture('one'),
  'GET v1/results/xray/media/side': picture('two'),
};

/** The viewer with its pictures, as a result shows it. */
function Views({ pictures }: { pictures: Media[] }) {
  return <Pictures label="Views" pictures={pictures} files={useMediaFiles(pictures)} />;
}

const given: string[] = [];
const revoked: string[] = [];

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  given.length = 0;
  revoked.length = 0;
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  Object.assign(URL, {
    createObjectURL: () => {
      given.push(`blob:${given.length}`);
      return given[given.length - 1];
    },
    revokeObjectURL: (url: string) => revoked.push(url),
  });
  // jsdom lays nothing out.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

const zoom = () => screen.getByRole('status', { name: 'Zoom' });
const transform = () => screen.getByRole('img').style.transform;

test('shows the chosen view with its description; all object URLs go soon after the screen', async () => {
  fakeApi(ROUTES);
  const { unmount } = render(<Views pictures={PICTURES} />);
  expect(await screen.findByRole('img', { name: 'What the front shows' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'From the side' }));
  expect(await screen.findByRole('img', { name: 'What the side shows' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'From the side' })).toHaveAccessibleDescription(/Pinch or double-tap/);
  jest.useFakeTimers();
  unmount();
  // A picture that was on its way into the page still finds its address.
  expect(revoked).toEqual([]);
  jest.runAllTimers();
  jest.useRealTimers();
  expect(revoked.toSorted()).toEqual(given.toSorted());
});

test('a refresh that brings the same pictures fetches nothing again', async () => {
  const calls = fakeApi(ROUTES);
  const { rerender } = render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  const before = calls.length;
  rerender(<Views pictures={PICTURES.map((picture) => ({ ...picture }))} />);
  expect(calls).toHaveLength(before);
});

test('buttons and keys zoom and move, within the limits', async () => {
  fakeApi(ROUTES);
  render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
  for (let press = 0; press < 6; press += 1) await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(zoom()).toHaveTextContent('600%');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
  const frame = screen.getByRole('group', { name: 'From the front' });
  frame.focus();
  await userEvent.keyboard('0');
  expect(zoom()).toHaveTextContent('100%');
  expect(transform()).toBe('translate(0px, 0px) scale(1)');
  await userEvent.keyboard('+');
  expect(transform()).toBe('translate(-100px, -75px) scale(1.5)');
  await userEvent.keyboard('{ArrowRight}{ArrowUp}');
  expect(transform()).toBe('translate(-148px, -27px) scale(1.5)');
  await userEvent.keyboard('-');
  expect(zoom()).toHaveTextContent('100%');
});

test('a whole picture leaves arrow keys and the wheel to the page', async () => {
  fakeApi(ROUTES);
  render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  const frame = screen.getByRole('group', { name: 'From the front' });
  expect(fireEvent.keyDown(frame, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.keyDown(frame, { key: '+' })).toBe(false);
  expect(fireEvent.keyDown(frame, { key: 'ArrowDown' })).toBe(false);
  expect(fireEvent.wheel(frame, { deltaY: 10 })).toBe(true);
  expect(fireEvent.wheel(frame, { deltaY: -10, ctrlKey: true })).toBe(false);
});

test('a picture that did not come can be asked for again', async () => {
  const routes: Record<string, unknown> = {};
  fakeApi(routes);
  render(<Views pictures={PICTURES} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This picture can’t be shown just now');
  Object.assign(routes, ROUTES);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('img', { name: 'What the front shows' })).toBeVisible());
});

test('in another language everything is fetched anew: documents have one file a language', async () => {
  const calls = fakeApi(ROUTES);
  render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  const before = calls.length;
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(calls).toHaveLength(2 * before));
  expect(await screen.findByRole('button', { name: 'Agrandir' })).toBeVisible();
});

test('recordings that belong together are all there at once, each with its name, and zoom on their own', async () => {
  fakeApi(ROUTES);
  const Recordings = () => <AllPictures label="Recordings" pictures={PICTURES} files={useMediaFiles(PICTURES)} />;
  render(<Recordings />);
  expect(await screen.findByRole('img', { name: 'What the front shows' })).toBeVisible();
  const side = await screen.findByRole('img', { name: 'What the side shows' });
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'From the front',
    'From the side',
  ]);
  expect(screen.queryByRole('radio')).not.toBeInTheDocument();
  const before = side.style.transform;
  await userEvent.click(screen.getAllByRole('button', { name: 'Zoom in' })[0] as HTMLElement);
  expect(side.style.transform).toBe(before);
  expect(screen.getByRole('img', { name: 'What the front shows' }).style.transform).not.toBe(before);
});
