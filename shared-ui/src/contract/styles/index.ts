/**
 * Entry `shared-ui/contract/styles`: how the styles of a remote stay within it. For builds and the gate, not for pages.
 * @module
 */
export { checkStyles, type StyleReport, type StyleSources } from './faults.ts';
export { scopeStyles } from './scope.ts';
