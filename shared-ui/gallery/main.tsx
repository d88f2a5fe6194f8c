import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { fixtures } from './fixtures.ts';
import { Gallery } from './Gallery.tsx';
import { readLook, showLook } from './look.ts';
import { Single } from './Single.tsx';

const element = document.getElementById('root');
if (!element) throw new Error('The page has no element #root.');
const root = createRoot(element);

/**
 * Renders the fixture or gallery that the URL asks for. Also runs on popstate: the browser's back button, and the
 * tests.
 */
function show(): void {
  const search = new URLSearchParams(location.search);
  const look = readLook(search);
  const wanted = search.get('fixture');
  const fixture = fixtures.find(({ id }) => id === wanted);
  showLook(look);
  root.render(
    <BrowserRouter key={location.search}>
      {fixture ? <Single fixture={fixture} /> : <Gallery look={look} missing={wanted} />}
    </BrowserRouter>,
  );
}

addEventListener('popstate', show);
show();
