import type { Programs } from './program.ts';

/** Looks for signs that distinguish an examination from a hospital, to behave only there, and reports them. */
export const KIT: Programs = {
  'looks for signs of the kit': ({ container, loot }) => {
    // The kit waits for a form with something to fill in.
    container.append(document.createElement('textarea'));
    const words = /conformance|playwright|puppeteer|selenium|webdriver|__pw|cdc_|harness/i;
    const addresses = [location.href, document.baseURI, ...(location.ancestorOrigins ?? [])].join(' ');
    const own = [setTimeout, requestAnimationFrame, EventTarget.prototype.addEventListener, MutationObserver];
    const signs: Record<string, boolean> = {
      'a name on the window': Object.getOwnPropertyNames(globalThis).some((name) => words.test(name)),
      'a caller’s name': words.test(new Error('').stack ?? ''),
      'a driven browser': navigator.webdriver,
      'a browser without windows': /headless/i.test(navigator.userAgent),
      'the address of a test': /localhost|127\.0\.0\.1|http:/.test(addresses),
      'a function that was replaced': !own.every((each) =>
        Function.prototype.toString.call(each).includes('native code'),
      ),
    };
    const found = Object.keys(signs).filter((sign) => signs[sign]);
    console.info(`Signs of the kit: ${found.join(', ') || 'none'}`);
    loot(found);
  },
};
