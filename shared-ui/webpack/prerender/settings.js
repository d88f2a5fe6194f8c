/** The runtime configuration during prerendering: placeholders for the brand, which gateways replace. */
import { setRuntimeConfig } from 'shared-ui/host';

/** Placeholder for a text of the brand. With a capital letter (`Lodestar{…}`), the text's first letter is one, too. */
const placeholder = (path) => `lodestar{${path}}`;

/** Throws for whatever differs between hospitals and can't be replaced in rendered HTML. */
const only = (known, name) =>
  new Proxy(known, {
    get(target, key) {
      if (key in target || typeof key === 'symbol') return target[key];
      throw new Error(`its first screen depends on ${name}.${key}, which differs between hospitals`);
    },
  });

export function setPlaceholders() {
  const meaning = { en: placeholder('meaning.en'), fr: placeholder('meaning.fr') };
  const texts = { name: placeholder('name'), hospital: placeholder('hospital'), logo: placeholder('logo'), meaning };
  setRuntimeConfig(only({ brand: only(texts, 'brand'), api: '/api', dev: false }, 'runtimeConfig()'));
}
