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

/** Renders the pictures with their files, as a result screen does. */
function Views({ pictures }: { pictures: Media[] }) {
  return <Pictures label="Views" pictures={pictures} files={useMediaFiles(pictures)} />;
}

const given: string[] = [];
const revoked: string[] = [];

beforeEach(() => {
  openPage();
  given.length = 0;
  revoked.length = 0;
  Object.assign(URL, {
    createObjectURL: () => {
      given.push(`blob:${given.length}`);
      return given[given.length - 1];
    },
    revokeObjectURL: (url: string) => revoked.push(url),
  });
  // jsdom has no layout.
  jest.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(300);
});

const zoom = () => screen.getByRole('status', { name: 'Zoom' });
const transform = () => screen.getByRole('img').style.transform;

test('Views shows the chosen picture and revokes object URLs after unmount', async () => {
  fakeApi(ROUTES);
  const { unmount } = render(<Views pictures={PICTURES} />);
  expect(await screen.findByRole('img', { name: 'What the front shows' })).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: 'From the side' }));
  expect(await screen.findByRole('img', { name: 'What the side shows' })).toBeVisible();
  expect(screen.getByRole('group', { name: 'From the side' })).toHaveAccessibleDescription(/Pinch or double-tap/);
  jest.useFakeTimers();
  unmount();
  // A picture that is still being added to the page can load its URL.
  expect(revoked).toEqual([]);
  jest.runAllTimers();
  jest.useRealTimers();
  expect(revoked.toSorted()).toEqual(given.toSorted());
});

test('PictureViewer zooms and moves within its limits with buttons and keys, and leaves the keys to the page before', async () => {
  fakeApi(ROUTES);
  render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  const frame = screen.getByRole('group', { name: 'From the front' });
  // While not zoomed, arrow keys and the wheel belong to the page.
  expect(fireEvent.keyDown(frame, { key: 'ArrowDown' })).toBe(true);
  expect(fireEvent.wheel(frame, { deltaY: 10 })).toBe(true);
  expect(screen.getByRole('button', { name: 'Zoom out' })).toHaveAttribute('aria-disabled', 'true');
  for (let press = 0; press < 6; press += 1) await userEvent.click(screen.getByRole('button', { name: 'Zoom in' }));
  expect(zoom()).toHaveTextContent('600%');
  expect(screen.getByRole('button', { name: 'Zoom in' })).toHaveAttribute('aria-disabled', 'true');
  expect(fireEvent.keyDown(frame, { key: 'ArrowDown' })).toBe(false);
  expect(fireEvent.wheel(frame, { deltaY: -10, ctrlKey: true })).toBe(false);
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

test('Pictures offers a retry when a picture fails to load', async () => {
  const routes: Record<string, unknown> = {};
  fakeApi(routes);
  render(<Views pictures={PICTURES} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('This picture can’t be shown just now');
  Object.assign(routes, ROUTES);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('img', { name: 'What the front shows' })).toBeVisible());
});

test('Pictures fetches again only in another language, in which documents have another file', async () => {
  const calls = fakeApi(ROUTES);
  const { rerender } = render(<Views pictures={PICTURES} />);
  await screen.findByRole('img');
  const before = calls.length;
  rerender(<Views pictures={PICTURES.map((picture) => ({ ...picture }))} />);
  expect(calls).toHaveLength(before);
  act(() => changeSettings({ locale: 'fr' }));
  await waitFor(() => expect(calls).toHaveLength(2 * before));
  expect(await screen.findByRole('button', { name: 'Agrandir' })).toBeVisible();
});

test('AllPictures shows all recordings with their names, and each zooms separately', async () => {
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
