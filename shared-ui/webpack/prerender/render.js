import { prerenderToNodeStream } from 'react-dom/static';
import { OFFERED } from 'shared-ui/contract/languages';
import { setRuntimeConfig } from 'shared-ui/host';
import { changeLanguage } from 'shared-ui/languages';
import { ServerStyleSheet } from 'styled-components';
import { partOf } from './markup.js';

/** Placeholder for a text of the brand. With a capital letter (`Lodestar{…}`), the text's first letter is one, too. */
const placeholder = (path) => `lodestar{${path}}`;

/** Lets only known fields be read: others differ between hospitals and can't be replaced in rendered HTML. */
const restrictTo = (known, name) =>
  new Proxy(known, {
    get(target, key) {
      if (key in target || typeof key === 'symbol') return target[key];
      throw new Error(`its first screen depends on ${name}.${key}, which differs between hospitals`);
    },
  });

/** Sets a runtime configuration with placeholders for the brand, which gateways replace. */
function setPlaceholders() {
  const meaning = { en: placeholder('meaning.en'), fr: placeholder('meaning.fr') };
  const languages = OFFERED;
  const otherMeanings = Object.fromEntries(languages.map((tag) => [tag, placeholder(`otherMeanings.${tag}`)]));
  const texts = {
    name: placeholder('name'),
    hospital: placeholder('hospital'),
    logo: placeholder('logo'),
    meaning,
    otherMeanings,
  };
  setRuntimeConfig(
    restrictTo(
      { brand: restrictTo(texts, 'brand'), api: '/api', dev: false, languages, reviewedByPack: [] },
      'runtimeConfig()',
    ),
  );
}

/** Renders an element with everything that it waits for. React would send large parts with scripts that move them. */
async function htmlOf(element, prefix) {
  const options = { progressiveChunkSize: Number.POSITIVE_INFINITY, identifierPrefix: prefix };
  let failure;
  const { prelude } = await prerenderToNodeStream(element, { ...options, onError: (error) => (failure ??= error) });
  if (failure) throw failure;
  let html = '';
  for await (const chunk of prelude) html += chunk;
  return html;
}

async function render(element, prefix) {
  const sheet = new ServerStyleSheet();
  const html = await htmlOf(sheet.collectStyles(element), prefix);
  const css = sheet
    .getStyleTags()
    .replaceAll(/<\/?style[^>]*>|\/\*!sc\*\/|data-styled\.g\d+\[[^\]]*\]\{[^}]*\}/g, '')
    .replaceAll(/\n+/g, '\n')
    .trim();
  // Every component's class, and those made from its rules.
  const names = new Set([...sheet.instance.names].flatMap(([component, made]) => [component, ...made]));
  return partOf({ html, css, names, prefix });
}

/**
 * Renders elements in every language that is offered. Returns path -> language -> part.
 * @param elementAt returns the element for a path
 */
export async function renderEach(paths, elementAt, prefix) {
  setPlaceholders();
  const rendered = {};
  for (const path of paths) {
    rendered[path] = {};
    for (const language of OFFERED) {
      try {
        await changeLanguage(language);
        rendered[path][language] = await render(elementAt(path), prefix);
      } catch (error) {
        throw new Error(`${path} can't be prerendered: ${error.message}`);
      }
    }
  }
  return rendered;
}
