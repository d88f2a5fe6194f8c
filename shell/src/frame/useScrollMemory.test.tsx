import { act, render, screen } from '@testing-library/react';
import { startTransition, useLayoutEffect, useRef } from 'react';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';
import { useScrollMemory } from './Frame.tsx';

const scroller = () => screen.getByTestId('scroller');

function scrollTo(pixels: number): void {
  scroller().scrollTop = pixels;
  scroller().dispatchEvent(new Event('scroll'));
}

type Navigate = ReturnType<typeof useNavigate>;

/** A screen too short to stay scrolled: the browser resets the scroll position as soon as it renders. */
function ShortScreen() {
  useLayoutEffect(() => scrollTo(0), []);
  return <h1>Event</h1>;
}

/** Renders the screens in their scroller. Returns a function that navigates as links do. */
function open() {
  let navigate: Navigate;
  function Screens() {
    navigate = useNavigate();
    const element = useRef<HTMLDivElement>(null);
    useScrollMemory(element);
    return (
      <div ref={element} data-testid="scroller">
        <Routes>
          <Route path="/" element={<h1>Events</h1>} />
          <Route path="/event" element={<ShortScreen />} />
        </Routes>
      </div>
    );
  }
  render(
    <BrowserRouter>
      <Screens />
    </BrowserRouter>,
  );
  return (go: (navigate: Navigate) => void) => act(async () => startTransition(() => go(navigate)));
}

test('useScrollMemory starts new screens at the top and restores the position on back', async () => {
  const go = open();
  scrollTo(700);
  await go((navigate) => navigate('/event'));
  expect(scroller().scrollTop).toBe(0);
  await go((navigate) => navigate(-1));
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeVisible();
  expect(scroller().scrollTop).toBe(700);
});

test('useScrollMemory restores the position of the parent, which scrolls a panel on a short screen', async () => {
  const go = open();
  const sheet = scroller().parentElement as HTMLElement;
  sheet.scrollTop = 300;
  sheet.dispatchEvent(new Event('scroll'));
  await go((navigate) => navigate('/event'));
  expect(sheet.scrollTop).toBe(0);
  await go((navigate) => navigate(-1));
  expect(await screen.findByRole('heading', { name: 'Events' })).toBeVisible();
  expect(sheet.scrollTop).toBe(300);
});
