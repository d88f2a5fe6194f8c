import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ensureRecords, ensureTimeline } from 'shared-ui';
import { restoreSession } from 'shared-ui/host';
import { openPage, patient, store } from 'shared-ui/testing';

const html = readFileSync(path.join(__dirname, '../index.html'), 'utf8');

/** Runs the page's first inline script, as the browser does before it paints anything. */
function startPage(settings: string): DOMStringMap {
  const { documentElement: root } = document;
  for (const name of Object.keys(root.dataset)) delete root.dataset[name];
  localStorage.setItem('settings', settings);
  const script = document.createElement('script');
  script.textContent = /<script>([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '';
  document.head.append(script);
  script.remove();
  return root.dataset;
}

afterEach(() => {
  localStorage.clear();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

test.each(['large', 'larger', 'largest'])('the page has the chosen text size before the first paint: %s', (size) => {
  expect(startPage(JSON.stringify({ textSize: size.toUpperCase() }))).toMatchObject({ textSize: size });
});

test.each(['{}', '{"textSize":"PHONE"}', '{"textSize":"HUGE"}', '{'])(
  'the page keeps the phone’s text size with the settings %s',
  (settings) => {
    jest.spyOn(console, 'info').mockImplementation();
    expect(startPage(settings)).not.toHaveProperty('textSize');
  },
);

describe('the early start', () => {
  const LET_IN = { isUserValidated: true, wasLetIn: true, locale: 'en' };
  const ME = '/api/v1/users/me';
  const HOME = [ME, '/api/events', '/api/v1/profiles', '/api/v1/notifications'];
  const RECORDS = ['/api/v1/results', '/api/v1/care-plans'];

  /** Opens a page of the gateway, with one link of its route's remote, or others. Returns the calls that it makes. */
  function open(
    url: string,
    settings: object,
    {
      guarded = true,
      token = 'secret',
      links = [{ href: '/remotes/timeline/1.0.0/remoteEntry.js', as: 'script', integrity: 'sha384-A' }],
    }: { guarded?: boolean | null; token?: string; links?: object[] } = {},
  ): string[] {
    history.replaceState(null, '', url);
    if (token) localStorage.setItem('access-token', token);
    for (const [id, data] of Object.entries({
      'lodestar-preload': guarded === null ? { links } : { guarded, links },
      'lodestar-runtime': { config: { api: '/api' } },
    })) {
      const block = Object.assign(document.createElement('script'), { id, type: 'application/json' });
      block.textContent = JSON.stringify(data);
      document.body.append(block);
    }
    globalThis.__lodestarCalls = undefined;
    globalThis.__lodestarPreload = undefined;
    const urls: string[] = [];
    jest.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
      const called = String(input instanceof Request ? new URL(input.url).pathname : input);
      urls.push(called);
      return Response.json(called === ME ? patient : []);
    });
    startPage(JSON.stringify(settings));
    return urls;
  }

  const preloaded = () => [...document.querySelectorAll('link')].map(({ rel, integrity }) => [rel, integrity]);

  test.each<[string, string[]]>([
    ['/app', HOME],
    ['/profile/1/results/one', [...HOME, ...RECORDS]],
    ['/profile/1/care-plans', [...HOME, ...RECORDS]],
    ['/profile/1/events', HOME],
  ])('makes the calls of %s and the links to its code, for a session that was let in before', (url, calls) => {
    expect(open(url, LET_IN)).toEqual(calls);
    expect(preloaded()).toEqual([['preload', 'sha384-A']]);
    expect(globalThis.__lodestarPreload).toBeUndefined();
  });

  test.each<[string, object, { guarded?: boolean; token?: string }, string[]]>([
    ['that was not let in yet', { ...LET_IN, wasLetIn: false }, {}, [ME]],
    ['that still needs the tutorial offer', { ...LET_IN, isUserValidated: false }, {}, [ME]],
    ['at a route for visitors', LET_IN, { guarded: false }, [ME]],
    ['that has ended', LET_IN, { token: '' }, []],
  ])('asks for no content and no code for a session %s', (_which, settings, page, calls) => {
    expect(open('/app', settings, page)).toEqual(calls);
    expect(preloaded()).toEqual([]);
    expect(globalThis.__lodestarPreload).toBeDefined();
  });

  test.each<[string, object, string[]]>([
    ['the language that the phone’s storage names', { language: 'ar' }, ['sha384-A', 'sha384-AR']],
    ['the browser’s language, when storage names none', {}, ['sha384-A', 'sha384-AR']],
    ['no other language', { language: 'en', locale: 'en' }, ['sha384-A']],
    ['the language of settings that older versions have saved, and no other', { locale: 'fr' }, ['sha384-A']],
  ])('makes the links to the texts in %s', (_which, settings, expected) => {
    const links = [
      { href: '/exposed.js', as: 'script', integrity: 'sha384-A' },
      { href: '/texts-ar.js', as: 'script', integrity: 'sha384-AR', hreflang: 'ar' },
    ];
    for (const guarded of [false, null]) {
      document.head.replaceChildren();
      document.body.replaceChildren();
      open('/onboarding/welcome', settings, { guarded, token: '', links });
      expect(preloaded().map(([, integrity]) => integrity)).toEqual(expected);
    }
  });

  test('makes exactly the calls that the app then needs for its first content', async () => {
    const calledAt = Date.now();
    const calls = open('/profile/1/results/one', LET_IN);
    openPage();
    store.setState(store.getInitialState(), true);
    // However long the test has taken to get here, the person is there.
    document.dispatchEvent(new Event('pointerdown'));
    await restoreSession();
    await Promise.all([ensureTimeline(), ensureRecords()]);
    const { events, records } = store.getState();
    expect([events.loading, records.loading]).toEqual(['ready', 'ready']);
    // Changes since the calls were made are missing: the stream replays them.
    for (const { fetchedAt } of [events, records]) expect(fetchedAt).toBeLessThan(calledAt);
    expect(calls).toEqual([...HOME, ...RECORDS]);
  });
});
