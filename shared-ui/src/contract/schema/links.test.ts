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

test.each(['J.R.', 'St. John', 'Anne-Marie', 'Dr. Zoë Côté', '李小龙', 'O’Brien 3rd', ' Zoë ', 'Zoe\u0308', 'نور'])(
  'isPlainName accepts %p',
  (name) => {
    expect(isPlainName(name)).toBe(true);
  },
);

test.each([
  ['a right-to-left override', 'Jordan \u202eyrevA'],
  ['a right-to-left mark', 'Jordan\u200f'],
  ['a zero-width space', 'Jor\u200bdan'],
  ['a zero-width joiner', 'Jor\u200ddan'],
  ['a soft hyphen', 'Jor\u00addan'],
  ['a word joiner', 'Jor\u2060dan'],
  ['a byte order mark', 'Jor\ufeffdan'],
  ['a combining grapheme joiner', 'Jor\u034fdan'],
  ['a variation selector', 'Jordan\ufe0f'],
  ['a tag character', 'Jordan\u{e0041}'],
  ['an invisible letter', '\u3164'],
  ['an empty Braille pattern', 'Jordan\u2800'],
  ['a line separator', 'Jordan\u2028Avery'],
  ['a control character', 'Jordan\u0007'],
  ['a line break', 'Jordan\nAvery'],
])('isPlainName rejects %s', (_, name) => {
  expect(isPlainName(name)).toBe(false);
});

test.each(['Go to evil.example', 'Call 1 (900) 555-0100', 'a@evil.example', 'Win http://x'])(
  'isPlainName rejects %p',
  (name) => {
    expect(isPlainName(name)).toBe(false);
  },
);
