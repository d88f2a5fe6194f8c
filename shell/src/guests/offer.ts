import { provideRuntimeCore } from '../remotes/runtime-core.ts';

/** In a guest's frame: what this shell shares, and the runtime's core. Nothing else of it starts there. */
export function offerShared(take: (scope: object) => void): void {
  provideRuntimeCore();
  __webpack_init_sharing__('default');
  take(__webpack_share_scopes__.default);
}
