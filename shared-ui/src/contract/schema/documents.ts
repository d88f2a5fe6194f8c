/**
 * Entry `shared-ui/contract/documents`: schema tables of the documents that teams exchange, for servers and tools.
 * Browsers use the same tables, through `parseRegistry` and `parseRemoteManifest`.
 */
export { type Fault, type Form, type FormOf, read } from '../form.ts';
export { REGISTRY } from '../registry.ts';
export { checkDeclaration, DECLARATION, REMOTE_MANIFEST } from '../remote-manifest.ts';
export { alike, isOwnPath, type PublishedRoute } from '../routes.ts';
export { jsonSchemaOf } from './json-schema.ts';
export { FILE, INTEGRITY, NAME, SIGNATURE, TEAM, type TextRule, VERSION } from './rules.ts';
