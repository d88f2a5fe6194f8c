import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setLocale } from 'shared-ui/testing';
import { readNotice } from '../remotes/registry.ts';
import { OverrideStrip } from './OverrideStrip.tsx';
import { mayKeepOverride } from './override.ts';

beforeAll(() => {
  // jsdom has no layout.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});

afterEach(() => act(() => setLocale('en')));

test('OverrideStrip names the test version in both languages, takes its height from the page, and ends it', async () => {
  const height = () => document.documentElement.style.getPropertyValue('--strip');
  const onClose = jest.fn();
  const { unmount } = render(<OverrideStrip name="surveys" build="1.4.0" preview={undefined} onClose={onClose} />);
  const strip = screen.getByRole('region', { name: 'Test version' });
  expect(strip).toHaveTextContent('Test version of surveysVersion 1.4.0, in this browser only');
  await userEvent.click(screen.getByRole('button', { name: 'Close the test version' }));
  expect(onClose).toHaveBeenCalledTimes(1);
  act(() => setLocale('fr'));
  expect(strip).toHaveTextContent('Version de test de surveys');
  expect(height()).toMatch(/^\d+px$/);
  unmount();
  expect(height()).toBe('');
});

test('OverrideStrip says which pull request it previews', () => {
  render(<OverrideStrip name="surveys" build="1.4.0-preview.12.0a1b2c3d" preview="12" onClose={jest.fn()} />);
  const strip = screen.getByRole('region', { name: 'Test version' });
  expect(strip).toHaveTextContent('Preview 12 of surveysVersion 1.4.0-preview.12.0a1b2c3d, in this browser only');
});

test('OverrideStrip opens the developer details, and takes the focus back when they are closed', async () => {
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 404 }));
  render(<OverrideStrip name="surveys" build="1.4.0" preview={undefined} onClose={jest.fn()} />);
  const opener = screen.getByRole('button', { name: 'Developer details' });
  await userEvent.click(opener);
  expect(await screen.findByRole('dialog', { name: 'Remotes on this page' })).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Close the developer details' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(opener).toHaveFocus();
});

test('readNotice returns undefined unless the gateway has set a test version', () => {
  expect(readNotice()).toBeUndefined();
  const block = Object.assign(document.createElement('script'), { id: 'lodestar-override', type: 'application/json' });
  block.textContent = '{"name":"surveys","build":"1.4.0","until":1}';
  document.head.append(block);
  expect(readNotice()).toEqual({ name: 'surveys', build: '1.4.0', until: 1 });
  block.remove();
});

test('mayKeepOverride asks again when the server cannot be reached, and takes its first answer', async () => {
  jest.useFakeTimers();
  const answers = [Promise.reject(new TypeError('no network')), new Response(null, { status: 502 }), new Response()];
  const ask = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() ?? Response.error());
  const kept = mayKeepOverride('token');
  await jest.runAllTimersAsync();
  expect(await kept).toBe(true);
  ask.mockClear().mockImplementation(async () => new Response(null, { status: 403 }));
  expect(await mayKeepOverride('token')).toBe(false);
  expect(ask).toHaveBeenCalledTimes(1);
  jest.useRealTimers();
});
