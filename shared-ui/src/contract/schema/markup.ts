/** What a page may show without a check by React: markup and styles that can neither run nor load anything. */

/** Elements of a screen. Others could run code, load something or change the rest of the page. */
const ELEMENTS = new Set(
  `a abbr address article aside b bdi blockquote br button caption cite code dd del details dfn div dl dt em fieldset
  figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend li main mark meter nav ol
  optgroup option output p picture pre progress q s samp search section select small source span strong sub summary sup
  table tbody td textarea tfoot th thead time tr u ul var wbr
  svg circle clippath defs ellipse g line lineargradient mask path polygon polyline radialgradient rect stop title`.split(
    /\s+/,
  ),
);

/** Attributes that run code, load documents, send forms elsewhere or need a looser policy. */
const ATTRIBUTES = /^(on.*|style|src(doc|set)?|action|formaction|formmethod|ping|target|http-equiv|autofocus)$/;
const LINKS = /^(\/(?!\/)|#|tel:|mailto:|https:\/\/)/;
const SOURCE = /^lodestar-base\/[\w./@-]+$/;

const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/g;

function attributeFaults(element: string, text: string): string[] {
  return [...text.matchAll(/([^\s=]+)(?:="([^"]*)")?/g)].flatMap(([, given = '', value = '']) => {
    const name = given.toLowerCase();
    if (name === 'src' && SOURCE.test(value)) return [];
    if (ATTRIBUTES.test(name)) return [`<${element}> has the attribute ${name}`];
    if (/^(xlink:)?href$/.test(name) && !LINKS.test(value)) return [`<${element}> links to ${value}`];
    if (element === 'form' && name === 'method' && value !== 'dialog') return [`a form is sent by ${value}`];
    return [];
  });
}

/**
 * Returns what must not be in a prerendered part: its markup is written into the page before any script has run.
 * Forms must have `method="dialog"`: without a script, submitting any other puts its fields into the address.
 */
export function markupFaults({ html, css }: { html: string; css: string }): string[] {
  const faults = [...html.matchAll(TAG)].flatMap(([, end, tag = '', attributes = '']) => {
    const element = tag.toLowerCase();
    if (!ELEMENTS.has(element)) return [`<${element}> can't be prerendered`];
    if (end) return [];
    const sends = element === 'form' && !/\smethod="dialog"/.test(attributes) ? ['a form lacks method="dialog"'] : [];
    return [...sends, ...attributeFaults(element, attributes)];
  });
  if (html.replaceAll(TAG, '').includes('<')) faults.push('the markup is not as React writes it');
  // "<" before a space or "=" compares sizes and begins no markup.
  if (/<(?![ =])|@import|url\((?!#)/i.test(css)) faults.push('its styles load something or contain markup');
  return [...new Set(faults)];
}
