/**
 * What modules of the browser use when they are loaded, for rendering in Node. There is a document but no window, by
 * which styled-components recognises a server.
 */
const nothing = () => undefined;
const none = () => null;
const many = () => [];

const storage = { getItem: none, setItem: nothing, removeItem: nothing };
const events = { addEventListener: nothing, removeEventListener: nothing };

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
