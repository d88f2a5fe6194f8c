/** @jest-environment node */
import 'fake-indexeddb/auto';
import './testing/worker-scope.ts';
import { ExpirationPlugin } from 'workbox-expiration';
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import { RangeRequestsPlugin } from 'workbox-range-requests';
import { CacheFirst } from 'workbox-strategies';
import {
  httpCache,
  integrityOf,
  pathsIn,
  requested,
  requestFor,
  served,
  settled,
  store,
  workerEvent,
} from './testing/worker-scope.ts';

/**
 * What Workbox's defaults can't do for this app; docs/decisions/2026-11-24-offline-revisions.md describes what is done
 * instead. If a test here fails after an upgrade of Workbox, some custom code can be removed.
 */
const entry = (path: string, body: string) => ({ url: path, revision: null, integrity: integrityOf(body) });

/** Serves files and returns a controller that precaches them. */
function precacheOf(files: Record<string, string>): PrecacheController {
  for (const [path, body] of Object.entries(files)) served.set(path, body);
  const controller = new PrecacheController({ cacheName: 'precache' });
  controller.addToCacheList(Object.entries(files).map(([path, body]) => entry(path, body)));
  return controller;
}

test('PrecacheController deletes the files of a page that is still open when the next worker takes over', async () => {
  await precacheOf({ '/shell/1/help.js': 'help 1' }).install(workerEvent('install'));
  const next = precacheOf({ '/shell/2/help.js': 'help 2' });
  await next.install(workerEvent('install'));
  await next.activate(workerEvent('activate'));
  // A page still runs version 1 and has not opened its help screen yet.
  expect(await pathsIn('precache')).toEqual(['/shell/2/help.js']);
});

test('PrecacheRoute does not match a remote published after the worker was built', async () => {
  const route = new PrecacheRoute(precacheOf({ '/shell/1/main.js': 'main' }));
  expect(route.match(requestFor('/shell/1/main.js'))).toBeTruthy();
  expect(route.match(requestFor('/remotes/surveys/2.0.0/exposed.js'))).toBeUndefined();
});

test('PrecacheController downloads but stores nothing when a message asks for it', async () => {
  await precacheOf({ '/remotes/surveys/2.0.0/exposed.js': 'surveys' }).install(workerEvent('message'));
  expect(requested()).toEqual(['/remotes/surveys/2.0.0/exposed.js default']);
  expect(await pathsIn('precache')).toEqual([]);
});

test('PrecacheController leaves a partial revision behind when a file is missing', async () => {
  const controller = precacheOf({ '/a.js': 'a', '/b.js': 'b' });
  served.delete('/b.js');
  await expect(controller.install(workerEvent('install'))).rejects.toThrow('bad-precaching-response');
  expect(await pathsIn('precache')).toEqual(['/a.js']);
});

test('PrecacheController fails on a damaged copy in the HTTP cache even if the server has a good one', async () => {
  const controller = precacheOf({ '/a.js': 'a' });
  httpCache.set('/a.js', 'damaged');
  await expect(controller.install(workerEvent('install'))).rejects.toThrow('Failed to fetch');
});

test('PrecacheController downloads a file that another revision already has', async () => {
  await store('lodestar-revision-1', { '/a.js': 'a' });
  await precacheOf({ '/a.js': 'a' }).install(workerEvent('install'));
  expect(requested()).toEqual(['/a.js default']);
});

test('CacheFirst with RangeRequestsPlugin never stores a film that a player requests by range', async () => {
  served.set('/film.mp4', 'film');
  const strategy = new CacheFirst({ cacheName: 'films', plugins: [new RangeRequestsPlugin()] });
  const player = requestFor('/film.mp4', { range: 'bytes=0-' });
  expect((await strategy.handle(player)).status).toBe(206);
  await settled(player.event);
  expect(await pathsIn('films')).toEqual([]);
});

test('CacheFirst uses one cache and requests a file that another revision has', async () => {
  await store('lodestar-revision-1', { '/shell/1/help.js': 'help 1' });
  const current = new CacheFirst({ cacheName: 'lodestar-revision-2' });
  expect((await current.handle(requestFor('/shell/1/help.js'))).status).toBe(404);
});

test('ExpirationPlugin evicts a file of a revision that an open page runs when over its entry limit', async () => {
  served.set('/report.pdf', 'report');
  served.set('/film.mp4', 'film');
  const strategy = new CacheFirst({ cacheName: 'used', plugins: [new ExpirationPlugin({ maxEntries: 1 })] });
  for (const path of ['/report.pdf', '/film.mp4']) {
    const request = requestFor(path);
    await strategy.handle(request);
    await settled(request.event);
  }
  expect(await pathsIn('used')).toEqual(['/film.mp4']);
});

test('ExpirationPlugin with purgeOnQuotaError deletes all files stored on use when the quota is exceeded', async () => {
  const plugins = [new ExpirationPlugin({ maxEntries: 9, purgeOnQuotaError: true })];
  const strategy = new CacheFirst({ cacheName: 'used', plugins });
  const use = (path: string) => Promise.allSettled(strategy.handleAll(requestFor(path)));
  served.set('/report.pdf', 'report');
  served.set('/film.mp4', 'film');
  await use('/report.pdf');
  const full = Object.assign(new Error('Full'), { name: 'QuotaExceededError' });
  jest.spyOn(Object.getPrototypeOf(await caches.open('used')), 'put').mockRejectedValueOnce(full);
  await use('/film.mp4');
  expect(await caches.has('used')).toBe(false);
});
