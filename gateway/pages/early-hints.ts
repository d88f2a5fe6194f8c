/** Attributes of a tag that a hint repeats: the browser uses a hinted file only if they match. */
const REPEATED = ['crossorigin', 'integrity'] as const;

const KINDS: Record<string, string> = { script: 'script', style: 'style', font: 'font', fetch: 'fetch' };

function attributesOf(tag: string): Record<string, string> {
  const pairs = tag.matchAll(/\s([a-z-]+)(?:=(?:"([^"]*)"|([^\s">]+)))?/g);
  return Object.fromEntries([...pairs].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

/** Returns what a tag loads before the first screen, and as what; undefined if it is nothing or no file of this origin. */
function fileOf(tag: string, attributes: Record<string, string>): { url: string; as: string } | undefined {
  const { src, href, rel } = attributes;
  const [url, kind] = tag.startsWith('<script')
    ? [src, 'script']
    : [href, rel === 'stylesheet' ? 'style' : rel === 'preload' ? attributes.as : undefined];
  const as = kind === undefined ? undefined : KINDS[kind];
  return as === undefined || url === undefined || !/^\/[^/&][^&]*$/.test(url) ? undefined : { url, as };
}

/** Returns the `Link` headers of 103 Early Hints for a page: its scripts, styles, font and preloaded files. */
export function earlyHints(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].flatMap(([tag]) => {
    const attributes = attributesOf(tag);
    const file = fileOf(tag, attributes);
    if (file === undefined) return [];
    const repeated = REPEATED.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [`; ${name}="${value || 'anonymous'}"`];
    });
    return [`<${file.url}>; rel=preload; as=${file.as}${repeated.join('')}`];
  });
}
