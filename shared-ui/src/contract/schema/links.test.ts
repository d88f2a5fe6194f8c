import { isPlainName, replaceLinks } from './links.ts';

test.each([
  ['You won at http://evil.example/a?b=1', 'You won at X'],
  ['see www.evil.example now', 'see X now'],
  ['evil.example', 'X'],
  ['a.b.evil.example/path, go', 'X go'],
  ['evil。example', 'X'],
  ['ｅｖｉｌ．ｃｏｍ', 'X'],
  ['ev\u200bil.com', 'X'],
  ['write to prize@evil.example', 'write to X'],
  ['198.51.100.7/a', 'X'],
  ['lodestar://open', 'X'],
])('replaceLinks replaces the link in %p', (text, expected) => {
  expect(replaceLinks(text, 'X')).toBe(expected);
});

test.each(['See you at 3.30 p.m.', 'J.R. is here', 'Thanks. Bye', 'Ward 7 (half ½)…', 'e.g. a drink', 'Room 3.14'])(
  'replaceLinks leaves %p as it is',
  (text) => {
    expect(replaceLinks(text, 'X')).toBe(text);
  },
);

test.each(['J.R.', 'St. John', 'Anne-Marie', 'Dr. Zoë Côté', '李小龙', 'O’Brien 3rd'])(
  'isPlainName accepts %p',
  (name) => {
    expect(isPlainName(name)).toBe(true);
  },
);

test.each(['Go to evil.example', 'Call 1 (900) 555-0100', 'a@evil.example', 'Win http://x'])(
  'isPlainName rejects %p',
  (name) => {
    expect(isPlainName(name)).toBe(false);
  },
);
