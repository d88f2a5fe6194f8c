/** Turns what React renders into markup that a page can contain before its scripts run, next to the real screen. */

const TAG = /<([a-zA-Z][\w-]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)(\s*\/?)>/g;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

/** Attributes that name elements by their ids. */
const REFERENCES =
  /^(id|for|list|headers|aria-(labelledby|describedby|controls|owns|details|errormessage|activedescendant))$/;

/** Attributes that only scripts or submitted forms use. */
const UNUSED = /^(action|data-discover|autofocus)$/;

/**
 * Returns a function that renames classes of styled-components, or drops one without rules (undefined). Their names
 * depend on the order in which a build runs its modules: in another build the same name may belong to another component.
 * @param names the classes of the style sheet
 */
function renamer(names, css, prefix) {
  const ruled = new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name));
  const renamed = new Map();
  return (name) => {
    if (!names.has(name)) return name;
    if (!ruled.has(name)) return undefined;
    const known = renamed.get(name) ?? `${prefix}${renamed.size}`;
    renamed.set(name, known);
    return known;
  };
}

/**
 * Returns a part of the page: its heading's text, markup and styles. Classes and ids get the prefix, so that none is on
 * the page twice; styles of single elements become rules, as the page's policy refuses style attributes; forms do
 * nothing without a script.
 */
export function partOf({ html, css, names, prefix }) {
  const rename = renamer(names, css, prefix);
  const rules = [];
  const classesOf = (value) => value.split(/\s+/).flatMap((name) => (name === '' ? [] : (rename(name) ?? [])));
  const ruleFor = (style) => {
    if (!rules.includes(style)) rules.push(style);
    return `${prefix}-style${rules.indexOf(style)}`;
  };
  const markup = html.replaceAll(/<!--.*?-->/g, '').replaceAll(TAG, (_, tag, text, end) => {
    const attributes = [...text.matchAll(ATTRIBUTE)].filter(([, name]) => !UNUSED.test(name.toLowerCase()));
    const classes = attributes.flatMap(([, name, value = '']) =>
      name === 'class' ? classesOf(value) : name === 'style' ? [ruleFor(value)] : [],
    );
    const others = attributes
      .filter(([, name]) => name !== 'class' && name !== 'style')
      .map(([given, name, value]) => {
        if (REFERENCES.test(name)) return `${name}="${value.replaceAll(/\S+/g, (id) => `${prefix}-${id}`)}"`;
        return given.replace(/^href="#/, `href="#${prefix}-`).replaceAll('url(#', `url(#${prefix}-`);
      });
    const own = [
      ...(classes.length > 0 ? [`class="${classes.join(' ')}"`] : []),
      ...others,
      ...(tag === 'form' ? ['method="dialog"'] : []),
    ];
    return `<${[tag, ...own].join(' ')}${end.trim()}>`;
  });
  const styles = css.replaceAll(/\.([a-zA-Z][\w-]*)/g, (_, name) => `.${rename(name)}`);
  const text = (value) => value.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
  const own = rules.map((style, index) => `.${prefix}-style${index}{${text(style)}}`);
  const title = /<h1[^>]*>(.*?)<\/h1>/.exec(markup)?.[1]?.replaceAll(/<[^>]*>/g, '') ?? '';
  return { title, html: markup, css: styles + own.join('') };
}
