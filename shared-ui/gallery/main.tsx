import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { fixtures } from './fixtures.ts';
import { Gallery } from './Gallery.tsx';
import { readLook, showLook } from './look.ts';
import { Single } from './Single.tsx';

const search = new URLSearchParams(location.search);
const look = readLook(search);
const wanted = search.get('fixture');
showLook(look);

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element #root.');
const fixture = fixtures.find(({ id }) => id === wanted);
createRoot(root).render(
  <BrowserRouter>{fixture ? <Single fixture={fixture} /> : <Gallery look={look} missing={wanted} />}</BrowserRouter>,
);
