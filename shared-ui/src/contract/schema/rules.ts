/** Required format of a text, and its description for errors: `must be ${says}`. */
export interface TextRule {
  pattern: RegExp;
  says: string;
}

export const NAME: TextRule = { pattern: /^[a-z][a-z0-9-]{0,63}$/, says: 'a name in small letters' };

export const VERSION: TextRule = {
  pattern: /^\d{1,9}\.\d{1,9}\.\d{1,9}(-[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*)?$/,
  says: 'a version like 1.2.3',
};

/** Hash of a file's exact bytes, in the format of Subresource Integrity. */
export const INTEGRITY: TextRule = { pattern: /^sha384-[A-Za-z0-9+/]{64}$/, says: 'a hash like "sha384-..."' };

/** Path of a published file, relative to its manifest. */
export const FILE: TextRule = {
  pattern: /^(?!\/)(?!.*(^|\/)\.\.?(\/|$))(?!.*\/\/)[^\\\0?#]+$/,
  says: 'a relative path inside the published folder',
};

export const CONTRACT: TextRule = { pattern: /^[a-z][a-z-]*@\d+$/, says: 'a contract like "survey@1"' };

export const CONTAINER: TextRule = { pattern: /^[A-Za-z_$][\w$]*$/, says: 'a JavaScript name' };

export const EXPOSE: TextRule = { pattern: /^\.\/[\w./-]+$/, says: 'a module like "./survey"' };

export const LOCALE: TextRule = { pattern: /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/, says: 'a language like "en"' };

/** Pattern of a route. Its first part is never a parameter, so that no remote can claim every path. */
export const ROUTE: TextRule = {
  pattern: /^\/[a-z0-9][a-z0-9._-]*(\/(:[A-Za-z]\w*|[a-z0-9][a-z0-9._-]*))*(\/\*)?$/,
  says: 'a path like "/pharmacy/*" or "/pharmacy/orders/:orderId"',
};

export const LINK: TextRule = {
  pattern: /^(\/[A-Za-z0-9][A-Za-z0-9._-]*)+$/,
  says: 'a path like "/pharmacy/orders"',
};

export const ICON: TextRule = { pattern: /^[a-z0-9]+(-[a-z0-9]+)*$/, says: 'the name of a lucide icon like "pill"' };

export const ORIGIN: TextRule = {
  pattern: /^(https:\/\/[a-z0-9][a-z0-9.-]*|http:\/\/(localhost|127\.0\.0\.1))(:\d{1,5})?$/,
  says: 'an origin like "https://api.example.org"',
};

export const TEAM: TextRule = { pattern: /^[a-z][a-z0-9-]{0,63}$/, says: "a team's name in small letters" };

export const SIGNATURE: TextRule = { pattern: /^[A-Za-z0-9+/]{86}==$/, says: 'an Ed25519 signature in base64' };
