/**
 * Entry `shared-ui/vault`: a small encrypted store on the phone, for what must outlast the page and must not lie there
 * in the open. One vault an owner; owners are named `<purpose>/<user id>`, so that each purpose has its own end of life:
 * `unsent/…` outlives a session that ran out, everything else goes with it.
 */
export { findVault, openVault, type Vault, VaultUnavailable, VaultWiped, vaultOwners, wipeVault } from './vault.ts';
