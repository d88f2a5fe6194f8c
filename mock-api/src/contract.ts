/**
 * The API's contract: one TypeBox schema per resource. Routes validate and serialise with these schemas, OpenAPI is
 * generated from them, and the browser imports only their types, so that no schema reaches the bundle.
 * Times are ISO 8601 UTC strings; `null` means "has not happened".
 */
export * from './contract/access.ts';
export * from './contract/audit.ts';
export * from './contract/care.ts';
export * from './contract/codes.ts';
export * from './contract/desk.ts';
export * from './contract/identity.ts';
export * from './contract/languages.ts';
export * from './contract/medication-checks.ts';
export * from './contract/messages.ts';
export * from './contract/own-data.ts';
export { PHONE_PATTERN } from './contract/parts.ts';
export * from './contract/record-links.ts';
export * from './contract/records.ts';
export * from './contract/requests.ts';
export * from './contract/stays.ts';
