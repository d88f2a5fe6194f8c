/** @jest-environment node */
import './testing/worker-scope.ts';
import { pageRoute, publishedFiles, respondWithCurrent, storeLoaded } from './routes.ts';
import {
  ORIGIN,
  pathsIn,
  publishSurveys,
  requested,
  requestFor,
  served,
  settled,
  store,
} from './testing/worker-scope.ts';

const OLD = 'lodestar-revision-1-a';
const NEW = 'lodestar-revision-2-b';
const FILM = '/remotes/surveys/2.0.0/film.0a1b2c3d.mp4';

/** Requests a file; returns status, range and body of the response once everything is stored. */
async function load(path: string, range?: string) {
  const request = requestFor(path, range === undefined ? {} : { range });
  const response = await publishedFiles.handle(request);
  const body = await response.text();
  await settled(request.event);
  return [response.status, response.headers.get('content-range'), body];
}

/** Two revisions: one that open pages run, and the current one with the surveys remote. */
async function keepRevisions(): Promise<void> {
  const manifest = publishSurveys('2.0.0');
  await store(OLD, { '/shell/0.9.0/help.js': 'help' });
  await store(NEW, { [manifest]: served.get(manifest) ?? '', '/index.html': 'page', '/registry.json': '{}' });
  await store('lodestar-state', { '/offline-state.json': JSON.stringify({ current: { hash: 'b', cache: NEW } }) });
}

beforeEach(keepRevisions);

test('an open page still gets files of its revision after a newer one becomes current', async () => {
  expect(await load('/shell/0.9.0/help.js')).toEqual([200, null, 'help']);
  expect(requested()).toEqual([]);
});

test('a film is stored on first playback and any range is served from the cache afterwards', async () => {
  expect(await load(FILM, 'bytes=0-')).toEqual([206, 'bytes 0-7/8', 'the film']);
  expect(await pathsIn(NEW)).toContain(FILM);
  served.delete(FILM);
  expect(await load(FILM, 'bytes=4-')).toEqual([206, 'bytes 4-7/8', 'film']);
  expect(await load(FILM, 'bytes=0-2')).toEqual([206, 'bytes 0-2/8', 'the']);
});

test.each([
  ['a film whose hash differs from the manifest', FILM, 'bytes=0-', 'an error', [206, 'bytes 0-7/8', 'an error']],
  ['a part of a film', FILM, 'bytes=4-', 'the film', [206, null, 'film']],
  ['a file that no manifest lists', '/remotes/surveys/2.0.0/other.js', undefined, 'other', [200, null, 'other']],
])('%s is fetched and not stored', async (_what, path, range, body, response) => {
  served.set(path, body);
  expect(await load(path, range)).toEqual(response);
  expect(await pathsIn(NEW)).not.toContain(path);
});

test('storeLoaded stores files whose hash matches the manifest', async () => {
  served.set(FILM, 'damaged');
  const message = new ExtendableEvent('message');
  const loaded = ['/remotes/surveys/2.0.0/exposed.js', FILM, '/api/v1/results'];
  await storeLoaded(
    message,
    loaded.map((path) => ORIGIN + path),
  );
  await settled(message);
  expect(await pathsIn(NEW)).toEqual([
    '/index.html',
    '/registry.json',
    '/remotes/surveys/2.0.0/exposed.js',
    '/remotes/surveys/2.0.0/remote.json',
  ]);
});

test('respondWithCurrent responds from the current revision, else from the server', async () => {
  expect(await (await respondWithCurrent(requestFor('/registry.json'))).text()).toBe('{}');
  served.set('/config.json', 'of the server');
  expect(await (await respondWithCurrent(requestFor('/config.json'))).text()).toBe('of the server');
});

function navigationTo(path: string) {
  const navigation = requestFor(path);
  Object.defineProperty(navigation.request, 'mode', { value: 'navigate' });
  return navigation;
}

test.each(['/', '/app', '/profile/1/events?next=a.b', '/apiary'])(
  'pageRoute serves the current page at %s',
  async (path) => {
    expect(pageRoute.match(navigationTo(path))).toBeTruthy();
    expect(await (await pageRoute.handler.handle(navigationTo(path))).text()).toBe('page');
  },
);

test('pageRoute leaves a page in a frame to the server', () => {
  const framed = navigationTo('/app');
  Object.defineProperty(framed.request, 'destination', { value: 'iframe' });
  expect(pageRoute.match(framed)).toBe(false);
});

test.each(['/api/v1/results', '/api', '/repair?lang=fr', '/terms.pdf', '/terms.pdf?page=2', '/guest/1.0.0'])(
  'pageRoute leaves %s to the server',
  (path) => {
    expect(pageRoute.match(navigationTo(path))).toBeFalsy();
  },
);
