const SPECIFIER = /(\bfrom\s*|\bimport\s*\(?\s*|\brequire(?:\.resolve)?\(\s*)(['"])([^'"\n]+)\2/g;

/** Returns the import specifiers in a script or a declaration file, as written. */
export function specifiersIn(code: string): string[] {
  return [...code.matchAll(SPECIFIER)].map((match) => match[3] ?? '');
}

/** Returns the code with its import specifiers rewritten. */
export function rewriteSpecifiers(code: string, rewrite: (specifier: string) => string): string {
  return code.replace(SPECIFIER, (_all, before: string, quote: string, specifier: string) => {
    return `${before}${quote}${rewrite(specifier)}${quote}`;
  });
}

/** Returns the package that a specifier names, or undefined for a relative path or a Node built-in. */
export function packageOf(specifier: string): string | undefined {
  if (/^(\.|\/|node:)/.test(specifier)) return undefined;
  const [scope = '', name] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
