/**
 * Renders the prerendered parts of one build in a separate process: the code of screens may leave timers running or
 * change globals. `node run.cjs BUNDLE RESULT PATHS`: writes the results as JSON.
 */
const { writeFileSync } = require('node:fs');

const nothing = () => undefined;
const none = () => null;
const many = () => [];

const storage = { getItem: none, setItem: nothing, removeItem: nothing };
const events = { addEventListener: nothing, removeEventListener: nothing };

// What modules of the browser use when they are loaded. No window: by that, styled-components recognises a server.
Object.assign(globalThis, events, {
  document: {
    ...events,
    createElement: () => ({}),
    documentElement: { dataset: {}, style: {} },
    getElementById: none,
    head: { querySelector: none },
    hidden: false,
    querySelector: none,
    querySelectorAll: many,
    visibilityState: 'visible',
  },
  getComputedStyle: () => ({ getPropertyValue: () => '' }),
  localStorage: storage,
  sessionStorage: storage,
  location: new URL('http://localhost/'),
  // Screens offer passkeys where browsers have them, as those of today do.
  PublicKeyCredential: class {},
});
Object.defineProperty(globalThis.navigator, 'credentials', { value: {} });

const [bundle, result, paths] = process.argv.slice(2);

require(bundle)
  .renderAll(JSON.parse(paths))
  .then((rendered) => writeFileSync(result, JSON.stringify(rendered)))
  .then(
    () => process.exit(0),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
