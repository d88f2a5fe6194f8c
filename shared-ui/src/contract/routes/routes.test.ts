import { alike, type Claims, covers, type Guard, isOwnPath, leadsTo, ownerOf, routeAt } from './routes.ts';

/** Returns a registry in which each remote's active version claims some paths. */
const claims = (routes: Record<string, Record<string, Guard>>): Claims => ({
  remotes: Object.fromEntries(
    Object.entries(routes).map(([remote, paths]) => [
      remote,
      {
        active: '1.0.0',
        versions: { '1.0.0': { routes: Object.entries(paths).map(([path, guard]) => ({ path, guard })) } },
      },
    ]),
  ),
});

const PRODUCT = claims({
  onboarding: { '/onboarding/*': 'visitor', '/onboarding/login': 'visitor', '/expired': 'anyone' },
  timeline: { '/app/*': 'patient', '/profile/:profileId/*': 'patient' },
  records: { '/profile/:profileId/results/*': 'patient', '/profile/:profileId/care-plans/*': 'patient' },
  desk: { '/desk/*': 'staff' },
});

test.each([
  ['/onboarding', 'onboarding', 'visitor'],
  ['/onboarding/reset-password/abc', 'onboarding', 'visitor'],
  ['/onboarding/login/', 'onboarding', 'visitor'],
  ['/expired', 'onboarding', 'anyone'],
  ['/app', 'timeline', 'patient'],
  ['/App/Help', 'timeline', 'patient'],
  ['/profile/1/events/e7', 'timeline', 'patient'],
  ['/profile/1/results-of-others', 'timeline', 'patient'],
  ['/profile/1/results', 'records', 'patient'],
  ['/profile/2/results/r1', 'records', 'patient'],
  ['/profile/1/care-plans/c1', 'records', 'patient'],
  ['/desk/accounts', 'desk', 'staff'],
])('ownerOf assigns %s to %s with guard %s', (path, remote, guard) => {
  expect(ownerOf(path, PRODUCT)).toMatchObject({ remote, guard });
});

test.each(['/', '/application', '/elsewhere', '/profile', '/profile/', '//app', '/desk-of-others', ''])(
  'ownerOf finds no owner for "%s"',
  (path) => expect(ownerOf(path, PRODUCT)).toBeUndefined(),
);

test('ownerOf ignores versions that are not active or declare no routes', () => {
  const versions = { '1.0.0': {}, '2.0.0': { routes: [{ path: '/later/*', guard: 'patient' as const }] } };
  expect(ownerOf('/later', { remotes: { later: { active: '1.0.0', versions } } })).toBeUndefined();
  expect(ownerOf('/later', { remotes: { later: { active: '2.0.0', versions } } })).toBeDefined();
  expect(ownerOf('/later', { remotes: { later: { active: '3.0.0', versions } } })).toBeUndefined();
});

test('leadsTo redirects the shell’s own paths to onboarding or the app, and isOwnPath recognises them', () => {
  const start = '/onboarding';
  const leads = ['/', '/reset', '/reset/', '/refresh', '/app/help'].map(leadsTo);
  expect(leads).toEqual([start, start, start, '/app', '/app/help']);
  const own = ['/', '/refresh', '/reset', '/reset/*', '/resets', '/app'].filter(isOwnPath);
  expect(own).toEqual(['/', '/refresh', '/reset', '/reset/*']);
});

test('alike ignores the names of parameters', () => {
  expect(alike('/profile/:profileId/*')).toBe(alike('/profile/:id/*'));
  expect(alike('/profile/:profileId')).not.toBe(alike('/profile/:profileId/*'));
});

describe('random routes and paths', () => {
  const ROUNDS = 2_000;
  const WORDS = ['a', 'b', 'c'];
  let state = 14;
  const random = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  const word = () => WORDS[random(WORDS.length)] ?? 'a';
  const path = () => `/${Array.from({ length: 1 + random(4) }, word).join('/')}`;
  const pattern = () => {
    const parts = Array.from({ length: random(4) }, () => (random(3) === 0 ? ':x' : word()));
    return `/${[word(), ...parts, ...(random(2) === 0 ? ['*'] : [])].join('/')}`;
  };
  /** Returns the pattern as a regular expression. */
  const regexOf = (text: string) => new RegExp(`^${text.replace(/\/\*$/, '(/.*)?').replaceAll(':x', '[^/]+')}$`);
  /** Returns how many words a pattern has before its first parameter or `*`. */
  const leading = (text: string) => {
    const parts = text.slice(1).split('/');
    const end = parts.findIndex((part) => !WORDS.includes(part));
    return end < 0 ? parts.length : end;
  };
  const winner = (at: string, patterns: string[]) =>
    routeAt(
      at,
      patterns.map((text) => ({ path: text })),
    )?.path;
  const cases = Array.from({ length: ROUNDS }, () => ({
    at: path(),
    patterns: [...new Set(Array.from({ length: 1 + random(6) }, pattern))],
  }));

  test('covers agrees with the pattern’s regular expression', () => {
    for (const { at, patterns } of cases) {
      for (const text of patterns) expect([text, at, covers(text, at)]).toEqual([text, at, regexOf(text).test(at)]);
    }
  });

  test('routeAt returns the covering route with the most words before its first parameter, whatever the order', () => {
    for (const { at, patterns } of cases) {
      const covering = patterns.filter((text) => regexOf(text).test(at));
      const found = winner(at, patterns);
      expect(found === undefined).toBe(covering.length === 0);
      expect([undefined, ...covering]).toContain(found);
      for (const text of covering) expect(leading(found ?? '')).toBeGreaterThanOrEqual(leading(text));
      expect(winner(at, [...patterns].reverse())).toBe(found);
      expect(winner(at, [...patterns, at])).toBe(at);
    }
  });

  test('routeAt prefers a word over a parameter in the same position, and either over "*"', () => {
    for (const { at } of cases) {
      const parts = at.split('/');
      const place = 2 + random(3);
      if (place >= parts.length) continue;
      const [before, after] = [parts.slice(0, place).join('/'), parts.slice(place + 1)];
      const parameter = [before, ':x', ...after].join('/');
      expect(winner(at, [parameter, at])).toBe(at);
      expect(winner(at, [`${before}/*`, parameter])).toBe(parameter);
    }
  });
});
