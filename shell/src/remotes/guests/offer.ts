import { provideRuntimeCore } from '../runtime-core.ts';

/**
 * Passes on the shell's share scope and federation runtime in a guest's frame. Nothing else of the shell starts there.
 */
export function offerShared(onScope: (scope: object) => void): void {
  provideRuntimeCore();
  __webpack_init_sharing__('default');
  onScope(__webpack_share_scopes__.default);
}
