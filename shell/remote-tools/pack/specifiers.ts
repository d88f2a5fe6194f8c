const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)(['"])([^'"\n]+)\2/g;

/** What a script or a module of declarations imports, as it is written there. */
export function specifiersIn(code: string): string[] {
  return [...code.matchAll(SPECIFIER)].map((match) => match[3] ?? '');
}

/** The code with its imports written anew. */
export function rewriteSpecifiers(code: string, rewrite: (specifier: string) => string): string {
  return code.replace(SPECIFIER, (_all, before: string, quote: string, specifier: string) => {
    return `${before}${quote}${rewrite(specifier)}${quote}`;
  });
}

/** The package that a specifier names; undefined for a relative one and for what Node brings. */
export function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined;
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
